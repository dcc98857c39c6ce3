import { join } from "node:path";
import { isObject } from "../transport/message.ts";
import { holds, settingsFolders } from "./found-settings.ts";
import { fileWith } from "./json-settings.ts";
import { type NativeTools, outside } from "./native-tools.ts";
import type { Profile, Workplace } from "./profile.ts";
import { toolsOfKind } from "./tool-kinds.ts";

const tools: NativeTools = {
  bash: ["bash"],
  write_bash: ["bash"],
  read_bash: ["bash"],
  list_bash: ["bash"],
  stop_bash: ["bash"],
  view: ["view"],
  create: ["write"],
  edit: ["edit"],
  apply_patch: ["edit", "write"],
  grep: ["grep"],
  glob: ["glob"],
  web_fetch: ["web_fetch"],
  web_search: ["web_search"],
};

/** What it says itself, between what the model says. */
const notice = /^Info: (?:Disabled tools: |Unknown tool name in the tool |Operation cancelled by user$)/;

/** GitHub Copilot CLI. It names neither tools nor servers in its tool calls. */
export const copilotProfile: Profile = {
  name: "copilot",
  launch: { program: "copilot", package: "@github/copilot", args: ["--acp"] },
  asking: {
    by: "mode",
    mode: "https://agentclientprotocol.com/protocol/session-modes#agent",
    options: { allow_all: "off" },
  },
  environment: { COPILOT_ALLOW_ALL: "false" },
  inherits: ["COPILOT_*", "GH_TOKEN", "GITHUB_TOKEN", "GH_HOST"],
  toolsOf({ kind, input }) {
    if (kind === "edit" && isObject(input)) {
      if ("file_text" in input) return ["write"];
      if ("old_str" in input) return ["edit"];
    }
    return toolsOfKind(kind);
  },
  nativeDenials(constraint, workplace) {
    const { native, denied } = outside(tools, constraint);
    const hooks = hooksFor(workplace);
    const doubt =
      hooks === undefined ? undefined : `hooks of copilot in ${hooks} may allow what nobody was asked about`;
    return {
      denied,
      arguments: native.map((name) => `--excluded-tools=${name}`),
      ...(doubt === undefined ? {} : { doubt }),
    };
  },
  isNotice: ({ text }) => notice.test(text),
  quietMs: 200,
};

/** Hooks of the repository run too, for it trusts the folder that it is started in; nothing turns all of them off. */
function hooksFor(workplace: Workplace): string | undefined {
  const own = { variable: "COPILOT_HOME", folder: ".copilot" };
  const folders = settingsFolders(workplace, join(".github", "hooks"), { ...own, path: "hooks" });
  const settings = settingsFolders(workplace, join(".github", "copilot", "settings.json"), {
    ...own,
    path: "settings.json",
  });
  return folders.find((folder) => holds(folder, ".json")) ?? fileWith(settings, ["hooks"]);
}
