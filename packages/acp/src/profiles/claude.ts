import { join } from "node:path";
import { isObject } from "../transport/message.ts";
import { programsDoubt } from "./found-programs.ts";
import { projectFiles } from "./found-settings.ts";
import { fileWith, jsonSettings } from "./json-settings.ts";
import { type NativeTools, outside, serverTool, toolsNamed } from "./native-tools.ts";
import type { AgentToolCall, Profile, Workplace } from "./profile.ts";

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

/** Settings that are commands, for keys and the like. */
const helpers = ["apiKeyHelper", "otelHeadersHelper", "awsAuthRefresh", "awsCredentialExport", "gcpAuthRefresh"];

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
  nativeDenials(constraint, workplace) {
    const { native: disallowedTools, denied } = outside(tools, constraint);
    // Hooks and servers of a repository are commands of its own that nobody is asked about.
    const settings = {
      disableAllHooks: true,
      disabledMcpjsonServers: serversFor(workplace),
      permissions: { ask },
    };
    return {
      denied,
      sessionMeta: { claudeCode: { options: { disallowedTools, settings } } },
      ...programsDoubt("claude", programsFor(workplace)),
    };
  },
  // It names the session in an update after its response to the prompt.
  quietMs: 300,
};

function serversFor(workplace: Workplace): readonly string[] {
  const names = projectFiles(workplace, ".mcp.json").flatMap((file) => {
    const settings = jsonSettings(file);
    return typeof settings === "object" && isObject(settings.mcpServers) ? Object.keys(settings.mcpServers) : [];
  });
  return [...new Set(names)];
}

/** What else the repository would have it start; of servers, those whose names cannot be known. */
function programsFor(workplace: Workplace): string | undefined {
  const files = projectFiles(
    workplace,
    ...["settings.json", "settings.local.json"].map((name) => join(".claude", name)),
  );
  return fileWith(files, helpers) ?? fileWith(projectFiles(workplace, ".mcp.json"), []);
}

function nameInMeta({ meta }: AgentToolCall): string | undefined {
  const own = isObject(meta) && isObject(meta.claudeCode) ? meta.claudeCode.toolName : undefined;
  return typeof own === "string" ? own : undefined;
}
