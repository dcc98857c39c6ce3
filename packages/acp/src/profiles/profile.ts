import type { ToolSet } from "@agent-markup/core";

/** An agent's own words for one tool call, as much as is known when it is looked at. */
export interface AgentToolCall {
  /** The agent's name of the tool, where it gives one. */
  readonly name?: string;
  /** `read edit delete move search execute think fetch switch_mode other`, or one it invents. */
  readonly kind: string;
  readonly title: string;
  readonly input: unknown;
  /** Extension data (`_meta`), where some agents keep the tool's name. */
  readonly meta: unknown;
  /** Some agents make it of the tool's name. */
  readonly id: string;
}

/** How an agent is brought to ask before it uses a tool (agents.md 4.4). */
export type Asking =
  /** It has no mode in which it does not ask. */
  | { readonly by: "nature" }
  /** It asks in this mode, which is set when the session opens and verified in the answer. */
  | { readonly by: "mode"; readonly mode: string }
  /** It asks because of what `environment` holds. */
  | { readonly by: "environment" }
  /** Nothing is known: only an operator's opt-in lets it run. */
  | { readonly by: "unknown" };

/** What the agent itself is told not to use (agents.md 5, first rung). */
export interface NativeDenials {
  /** The runtime's names of the tools it then cannot use. */
  readonly denied: readonly string[];
  readonly arguments?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** `_meta` of `session/new`. */
  readonly sessionMeta?: Readonly<Record<string, unknown>>;
}

/** Where the agent is found on a machine, and what makes it speak the protocol there. */
export interface Launch {
  /** Looked up on PATH and in `node_modules/.bin`; an agent with neither this nor a package is only ever configured. */
  readonly program?: string;
  /** The npm package whose command is the agent, for look-up through `npx`, which an operator must ask for. */
  readonly package?: string;
  readonly args: readonly string[];
}

/** What the harness must know of one kind of agent; everything else is the protocol. */
export interface Profile {
  readonly name: string;
  readonly launch: Launch;
  readonly asking: Asking;
  /** Set for the process, over what the configuration says: asking may hang on it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Names that are passed on from our own environment, such as those of its keys; `*` ends a prefix. */
  readonly inherits: readonly string[];
  /** The runtime's names of the tools that a call may be; none when that is not known (agents.md 5). */
  toolsOf(call: AgentToolCall): readonly string[];
  nativeDenials(tools: ToolSet): NativeDenials;
  /** How long after its response to a prompt the agent may send more that belongs to the turn, in milliseconds. */
  readonly quietMs: number;
}
