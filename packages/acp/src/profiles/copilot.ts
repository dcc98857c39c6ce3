import { isObject } from "../transport/message.ts";
import { type NativeTools, outside } from "./native-tools.ts";
import type { Profile } from "./profile.ts";
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
  nativeDenials(constraint) {
    const { native, denied } = outside(tools, constraint);
    return { denied, arguments: native.map((name) => `--excluded-tools=${name}`) };
  },
  quietMs: 200,
};
