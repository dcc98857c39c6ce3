export { agentSecrets, createAcpAgents } from "./acp-agents.ts";
export type { AgentConfiguration, AgentsConfiguration } from "./configuration.ts";
export { type FoundAgent, findAgent, type SearchPlaces } from "./launch/find-agent.ts";
export { packageVersion } from "./launch/package-version.ts";
export { type AgentLimits, defaultLimits } from "./limits.ts";
export type { Offered } from "./probe/offered-choices.ts";
export { type Probe, type ProbeRequest, probeAgent } from "./probe/probe-agent.ts";
export { genericProfile } from "./profiles/generic.ts";
export type {
  AgentToolCall,
  Asking,
  Launch,
  NativeDenials,
  Profile,
  SettingsFile,
  Workplace,
} from "./profiles/profile.ts";
export { shippedProfiles } from "./profiles/profiles.ts";
export { scriptedProfile } from "./profiles/scripted.ts";
export { toolsOfKind } from "./profiles/tool-kinds.ts";
export { type RecordOptions, recordAgents } from "./recording/record-agents.ts";
export { replayAgents } from "./recording/replay-agents.ts";
export { scriptedAgentEntry } from "./scripted-agent-entry.ts";
export type { McpServer } from "./session/mcp-servers.ts";
