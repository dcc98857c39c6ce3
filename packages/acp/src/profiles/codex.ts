import { join } from "node:path";
import { isAvailable, type ToolSet } from "@agent-markup/core";
import { isObject } from "../transport/message.ts";
import { programsDoubt } from "./found-programs.ts";
import { holds, projectFiles, settingsFolders } from "./found-settings.ts";
import { type NativeTools, toolsNamed } from "./native-tools.ts";
import type { AgentToolCall, Profile, Workplace } from "./profile.ts";
import { settingsText } from "./settings-text.ts";
import { settingsVariable } from "./settings-variable.ts";
import { toolsOfKind } from "./tool-kinds.ts";

const tools: NativeTools = {
  exec_command: ["bash"],
  write_stdin: ["bash"],
  shell: ["bash"],
  shell_command: ["bash"],
  apply_patch: ["edit", "write"],
  view_image: ["view"],
  web_search: ["web_search"],
};

/** Codex through `codex-acp`: mode `read-only` is a sandbox in which commands run unasked, and asks to leave it. */
export const codexProfile: Profile = {
  name: "codex",
  launch: { program: "codex-acp", package: "@agentclientprotocol/codex-acp", args: [] },
  asking: { by: "mode", mode: "read-only" },
  environment: { INITIAL_AGENT_MODE: "read-only" },
  inherits: ["OPENAI_*", "CODEX_*"],
  toolsOf(call) {
    const { input, name, kind } = call;
    if (isObject(input) && ("server" in input || "serverName" in input)) return serverTools(call, input);
    if (name !== undefined) return toolsNamed(tools, name, kind);
    if (isObject(input) && input.type === "webSearch") return ["web_search"];
    // What it calls reading and searching are shell commands that it takes for harmless.
    return kind === "read" || kind === "search" ? ["bash"] : toolsOfKind(kind);
  },
  nativeDenials(constraint, workplace) {
    const settings = settingsFor(constraint);
    const denied = ["bash", "view", "web_search"].filter((tool) => !isAvailable(constraint, tool));
    const rules = denied.includes("bash") ? undefined : rulesFor(workplace);
    const doubt = rules === undefined ? undefined : `rules of codex in ${rules} let it run commands unasked`;
    return {
      denied,
      environment: settingsVariable(workplace.environment, "CODEX_CONFIG", settings),
      ...(doubt === undefined ? programsDoubt("codex", programsFor(workplace)) : { doubt }),
    };
  },
  unasked: ["bash"],
  // What the model says has an id; what its server says when it fails has none either, and is told.
  isNotice: ({ text, messageId }) => messageId === undefined && text.startsWith("Warning: "),
  quietMs: 100,
};

function settingsFor(constraint: ToolSet): Record<string, unknown> {
  const off = (feature: string, tool: string) => (isAvailable(constraint, tool) ? {} : { [feature]: false });
  return {
    // Hooks are commands that nobody is asked about.
    features: { hooks: false, ...off("shell_tool", "bash"), ...off("view_image", "view") },
    ...(isAvailable(constraint, "web_search") ? {} : { web_search: "disabled" }),
  };
}

/**
 * Rules let commands run outside of the sandbox: those that a person once agreed to, and those of the repository, which
 * `codex-acp` has codex trust.
 */
function rulesFor(workplace: Workplace): string | undefined {
  const home = { variable: "CODEX_HOME", folder: ".codex", path: "rules" };
  return settingsFolders(workplace, join(".codex", "rules"), home).find((folder) => holds(folder, ".rules"));
}

/** The repository's settings that may name programs, which cannot be told for sure where names may be escaped. */
function programsFor(workplace: Workplace): string | undefined {
  const naming = /mcp_servers|command|notify|\\[uUx]/;
  return projectFiles(workplace, join(".codex", "config.toml")).find((file) => {
    const text = settingsText(file);
    return typeof text === "string" ? text === "unreadable" : naming.test(text.value);
  });
}

function serverTools({ servers }: AgentToolCall, { server, tool }: Record<string, unknown>): readonly string[] {
  if (typeof server !== "string" || typeof tool !== "string" || !servers.includes(server)) return [];
  return [`mcp/${server}/${tool}`];
}
