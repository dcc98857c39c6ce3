import type { AgentLimits } from "./limits.ts";
import type { Profile } from "./profiles/profile.ts";
import type { McpServer } from "./session/mcp-servers.ts";

/** One agent: how it is started and what the operator lets it do (agents.md 5). */
export interface AgentConfiguration {
  /** Program and arguments, run without a shell; what the profile says of its program is looked up when left out. */
  readonly command?: readonly string[];
  /** Name of a shipped profile, or an own one; `generic` when absent. */
  readonly profile?: string | Profile;
  /** Where the profile's program is not installed, its package is fetched and run by `npx`. */
  readonly npx?: boolean;
  /** Asked for when the document names none. */
  readonly model?: string;
  /** Instead of the profile's asking mode. */
  readonly mode?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Names passed on from our own environment; a trailing `*` stands for the rest of a name. */
  readonly inheritEnv?: readonly string[];
  /** Instead of the run's working directory. */
  readonly cwd?: string;
  /** In a PID namespace of its own, where the system allows one; where it does not, the agent is not started. */
  readonly contain?: "namespace";
  /** `${NAME}` in their texts stands for a variable of our environment. */
  readonly mcpServers?: readonly McpServer[];
  /**
   * Which tools it has: its `own` alone, those and what it lacks that is `offered` by the runtime (when left out), or the
   * `runtime`'s in place of its own.
   */
  readonly tools?: "own" | "offered" | "runtime";
  /** What is done when it uses a tool outside its constraint unasked: the turn is cancelled, unless it is only recorded. */
  readonly violations?: "cancel" | "record";
  readonly limits?: Partial<AgentLimits>;
  /** The operator accepts an agent of which nobody can tell whether it asks before it uses a tool. */
  readonly acceptUnverified?: boolean;
  /** The operator lets the agent change its own mode. */
  readonly allowModeSwitch?: boolean;
}

export interface AgentsConfiguration {
  /** By the name that documents use; `*` serves every other name. */
  readonly agents: Readonly<Record<string, AgentConfiguration>>;
  /** Names of models as documents have them, to those the agents know. */
  readonly models?: Readonly<Record<string, string>>;
  /** MCP servers that every agent is offered beside its own, such as those of `.mcp.json`; asked for as a session opens. */
  readonly sharedServers?: () => readonly McpServer[];
  /** The folder in whose `node_modules` agents are looked up too, absolute; only for one whose files are trusted. */
  readonly project?: string;
}
