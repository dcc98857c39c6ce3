import { join } from "node:path";
import { geminiPrograms, programsDoubt } from "./found-programs.ts";
import { projectFiles } from "./found-settings.ts";
import { type NativeTools, outside, serverTool, toolsNamed } from "./native-tools.ts";
import type { AgentToolCall, Profile, SettingsFile } from "./profile.ts";

const tools: NativeTools = {
  run_shell_command: ["bash"],
  read_background_output: ["bash"],
  list_background_processes: ["bash"],
  read_file: ["view"],
  read_many_files: ["view"],
  list_directory: ["view"],
  replace: ["edit"],
  write_file: ["write"],
  grep_search: ["grep"],
  search_file_content: ["grep"],
  glob: ["glob"],
  web_fetch: ["web_fetch"],
  google_web_search: ["web_search"],
};

const asked = ["run_shell_command", "replace", "write_file", "web_fetch", "google_web_search", "mcp_*"];

/** Gemini CLI. Its model is chosen when it starts: in a session it can be changed only by an unstable method. */
export const geminiProfile: Profile = {
  name: "gemini",
  launch: { program: "gemini", package: "@google/gemini-cli", args: ["--acp"] },
  asking: { by: "mode", mode: "default" },
  environment: {},
  inherits: [
    "GEMINI_*",
    "GOOGLE_API_KEY",
    "GOOGLE_GEMINI_BASE_URL",
    "GOOGLE_GENAI_USE_VERTEXAI",
    "GOOGLE_CLOUD_PROJECT",
    "GOOGLE_CLOUD_LOCATION",
  ],
  toolsOf(call) {
    const name = call.name ?? nameInId(call);
    const ofServer = name === undefined ? [] : serverTool(call, name, "mcp_", "_");
    return ofServer.length > 0 ? ofServer : toolsNamed(tools, name, call.kind);
  },
  nativeDenials(constraint, workplace) {
    const { native, denied } = outside(tools, constraint);
    const programs = geminiPrograms(projectFiles(workplace, join(".gemini", "settings.json")), "hooks");
    return { denied, file: policy(native), ...programsDoubt("gemini", programs) };
  },
  modelArguments: (model) => ["--model", model],
  quietMs: 100,
};

/** Tool calls have no names; the ids are made of them: `write_file__ID`, or `write_file-TIME-COUNT`. */
function nameInId({ id }: AgentToolCall): string | undefined {
  return /^(.+)(?:__|-\d+-\d+$)/.exec(id)?.[1];
}

/**
 * Policy of the highest rank: what a person agreed to for all future sessions, or wrote as a policy of theirs, would let
 * tools run unasked in mode `default`.
 */
function policy(denied: readonly string[]): SettingsFile {
  const deny = denied.length === 0 ? [] : [rule(denied, "deny", 999)];
  const text = [...deny, rule(asked, "ask_user", 998, 'modes = ["default"]')].join("\n");
  return { name: "policy.toml", text, told: { argument: "--admin-policy" } };
}

function rule(names: readonly string[], decision: string, priority: number, ...more: readonly string[]): string {
  const lines = [`toolName = ${JSON.stringify(names)}`, `decision = "${decision}"`, `priority = ${priority}`, ...more];
  return `[[rule]]\n${lines.join("\n")}\n`;
}
