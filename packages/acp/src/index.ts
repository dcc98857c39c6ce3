export { createAcpAgents } from "./acp-agents.ts";
export type { AgentConfiguration, AgentsConfiguration } from "./configuration.ts";
export { type AgentLimits, defaultLimits } from "./limits.ts";
export { genericProfile } from "./profiles/generic.ts";
export type { AgentToolCall, Asking, NativeDenials, Profile } from "./profiles/profile.ts";
export { scriptedProfile } from "./profiles/scripted.ts";
export { toolsOfKind } from "./profiles/tool-kinds.ts";
export { scriptedAgentEntry } from "./scripted-agent-entry.ts";
export type { McpServer } from "./session/mcp-servers.ts";
