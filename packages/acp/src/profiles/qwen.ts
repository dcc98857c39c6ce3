import { isObject } from "../transport/message.ts";
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

/** Qwen Code: it starts in mode `auto`, which asks a model first. */
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
  nativeDenials(constraint) {
    const { native: deny, denied } = outside(tools, constraint);
    // Rules of all files are joined, and one to ask comes before one to allow: so the lowest file is as good as any.
    const text = JSON.stringify({ permissions: { ask, deny } });
    return { denied, file: { name: "settings.json", text, told: { variable: "QWEN_CODE_SYSTEM_DEFAULTS_PATH" } } };
  },
  // Both are offered as `allow_once`; the first ends plan mode and with it the asking (agents.md 2.2).
  withheldOptions: ["restore_previous", "proceed_once_and_switch_to_default"],
  // It suggests a next prompt after its response.
  quietMs: 200,
};

function nameInMeta({ meta }: AgentToolCall): string | undefined {
  return isObject(meta) && typeof meta.toolName === "string" ? meta.toolName : undefined;
}
