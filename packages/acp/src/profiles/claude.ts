import { isObject } from "../transport/message.ts";
import { type NativeTools, outside, serverTool, toolsNamed } from "./native-tools.ts";
import type { AgentToolCall, Profile } from "./profile.ts";

const tools: NativeTools = {
  Bash: ["bash"],
  BashOutput: ["bash"],
  KillShell: ["bash"],
  Monitor: ["bash"],
  Read: ["view"],
  Edit: ["edit"],
  MultiEdit: ["edit"],
  NotebookEdit: ["edit"],
  Write: ["write"],
  Grep: ["grep"],
  Glob: ["glob"],
  WebFetch: ["web_fetch"],
  WebSearch: ["web_search"],
};

/** Rules to ask come before rules to allow and before hooks that allow, whether the person or the repository has them. */
const ask = [
  ...["Bash", "Monitor", "Edit", "MultiEdit", "NotebookEdit", "Write", "WebFetch", "WebSearch", "mcp__*"],
  // Folders and prompts of its own making, and scripts that start other agents.
  ...["EnterWorktree", "CronCreate", "ScheduleWakeup", "Workflow"],
];

/** Claude Code through `claude-agent-acp`: it starts in mode `auto`, which asks nobody, where the model can do that. */
export const claudeProfile: Profile = {
  name: "claude",
  launch: { program: "claude-agent-acp", package: "@agentclientprotocol/claude-agent-acp", args: [] },
  asking: { by: "mode", mode: "default" },
  environment: {},
  inherits: ["ANTHROPIC_*", "CLAUDE_*"],
  toolsOf(call) {
    const name = call.name ?? nameInMeta(call);
    const ofServer = name === undefined ? [] : serverTool(call, name, "mcp__", "__");
    return ofServer.length > 0 ? ofServer : toolsNamed(tools, name, call.kind);
  },
  nativeDenials(constraint) {
    const { native: disallowedTools, denied } = outside(tools, constraint);
    // Hooks of a repository are commands of its own that nobody is asked about.
    const settings = { disableAllHooks: true, permissions: { ask } };
    return { denied, sessionMeta: { claudeCode: { options: { disallowedTools, settings } } } };
  },
  // It names the session in an update after its response to the prompt.
  quietMs: 300,
};

function nameInMeta({ meta }: AgentToolCall): string | undefined {
  const own = isObject(meta) && isObject(meta.claudeCode) ? meta.claudeCode.toolName : undefined;
  return typeof own === "string" ? own : undefined;
}
