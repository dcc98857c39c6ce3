import { join } from "node:path";
import { isObject } from "../transport/message.ts";
import { geminiPrograms, programsDoubt } from "./found-programs.ts";
import { projectFiles } from "./found-settings.ts";
import { type NativeTools, outside, serverTool, toolsNamed } from "./native-tools.ts";
import type { AgentToolCall, Profile } from "./profile.ts";

const tools: NativeTools = {
  run_shell_command: ["bash"],
  monitor: ["bash"],
  exec: ["bash"],
  read_file: ["view"],
  list_directory: ["view"],
  zoom_image: ["view"],
  edit: ["edit"],
  notebook_edit: ["edit"],
  write_file: ["write"],
  grep_search: ["grep"],
  glob: ["glob"],
  web_fetch: ["web_fetch"],
  web_search: ["web_search"],
};

const ask = [
  "run_shell_command",
  "monitor",
  "exec",
  "edit",
  "notebook_edit",
  "write_file",
  "web_fetch",
  "web_search",
  "mcp__*",
];

/**
 * Hooks are commands that nobody is asked about, and may allow others. After a turn it would have an agent of its own
 * write what it has learnt, with tools that nobody is asked about either.
 */
const nothingBeside = {
  disableAllHooks: true,
  memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
  ui: { enableFollowupSuggestions: false },
};

/**
 * Qwen Code: it starts in mode `auto`, which asks a model first. Its settings of the highest rank come before those of
 * the person and the repository; rules of all ranks are joined, and those to ask come before those to allow.
 */
export const qwenProfile: Profile = {
  name: "qwen",
  launch: { program: "qwen", package: "@qwen-code/qwen-code", args: ["--acp"] },
  asking: { by: "mode", mode: "default" },
  environment: {},
  inherits: ["QWEN_*", "OPENAI_*", "DASHSCOPE_API_KEY"],
  toolsOf(call) {
    const name = call.name ?? nameInMeta(call);
    const ofServer = name === undefined ? [] : serverTool(call, name, "mcp__", "__");
    return ofServer.length > 0 ? ofServer : toolsNamed(tools, name, call.kind);
  },
  nativeDenials(constraint, workplace) {
    const { native: deny, denied } = outside(tools, constraint);
    const text = JSON.stringify({ permissions: { ask, deny }, ...nothingBeside });
    const file = { name: "settings.json", text, told: { variable: "QWEN_CODE_SYSTEM_SETTINGS_PATH" } };
    const programs = geminiPrograms(projectFiles(workplace, join(".qwen", "settings.json")));
    return { denied, file, ...programsDoubt("qwen", programs) };
  },
  // Both are offered as `allow_once`; the first ends plan mode and with it the asking (agents.md 2.2).
  withheldOptions: ["restore_previous", "proceed_once_and_switch_to_default"],
  // It suggests a next prompt after its response.
  quietMs: 200,
};

function nameInMeta({ meta }: AgentToolCall): string | undefined {
  return isObject(meta) && typeof meta.toolName === "string" ? meta.toolName : undefined;
}
