import type { HostLimits } from "../5-authorise/host-limits.ts";
import type { PermissionPolicy } from "../5-authorise/permission.ts";
import type { AgentProvider, TranscriptLine } from "../agent/agent.ts";
import type { Store } from "../store/store.ts";
import type { Capability, Tool } from "../tools/tool.ts";
import type { ToolProvider } from "../tools/tool-provider.ts";
import type { OtherAgents } from "./agent-advice.ts";
import type { Clock } from "./clock.ts";
import type { Handler } from "./handler.ts";

/** What a host gives a runtime (DESIGN.md 10). */
export interface RuntimeOptions {
  /** Answers every permission request; `null` says that no agent may be reached. There is no default. */
  readonly permissions: PermissionPolicy | null;
  /** The project's folder, absolute: where commands run and what file tools stay inside. */
  readonly workspace: string;
  /** A file, `"memory"`, or a store that the caller opened and closes. */
  readonly store: string | Store;
  readonly agents?: AgentProvider;
  /** Agents that are not among those, for the advice where one is missing. */
  readonly otherAgents?: OtherAgents;
  readonly defaultAgent?: string;
  readonly tools?: ReadonlyMap<string, Tool>;
  /** Asked for tools by names that those do not bear, in trusted runs only: `mcpTools` for those of MCP servers. */
  readonly toolProviders?: readonly ToolProvider[];
  /** Hosts that `web_fetch` may reach though their addresses are not public; only the user's own configuration may say so. */
  readonly privateHosts?: readonly string[];
  /** By the name of the implementation that each runs (language.md 7.3). */
  readonly handlers?: Readonly<Record<string, Handler>>;
  /** Capabilities that documents which are not trusted may use; none when left out (language.md 7.5). */
  readonly granted?: readonly Capability[];
  /** Capabilities that such a document may use once a person has allowed it; none when left out. */
  readonly confirm?: readonly Capability[];
  /** Agents, models and sessions that documents may not reach, however far they are trusted (language.md 7.5). */
  readonly limits?: HostLimits;
  /** Skills inside each other, at most; 16 when left out (language.md 7.2). */
  readonly maxDepth?: number;
  /** Names of environment variables that tools get beside the built-in list. */
  readonly environment?: readonly string[];
  /** The database of sql steps that name none. */
  readonly database?: string;
  readonly transcript?: (run: string, session: string, lines: readonly TranscriptLine[]) => void;
  readonly clock?: Clock;
}
