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
  /** The MCP servers that the runtime gave the session, by their names. */
  readonly servers: readonly string[];
}

/** How an agent is brought to ask before it uses a tool (agents.md 4.4). */
export type Asking =
  /** It has no mode in which it does not ask. */
  | { readonly by: "nature" }
  /**
   * It asks in this mode, which is set when the session opens and verified in the answer; so are the `options`, by the
   * ids of the agent's configuration options, where it has them.
   */
  | { readonly by: "mode"; readonly mode: string; readonly options?: Readonly<Record<string, string>> }
  /** It asks because of what `environment` holds. */
  | { readonly by: "environment" }
  /** Nothing is known: only an operator's opt-in lets it run. */
  | { readonly by: "unknown" };

/** A file that is written for one process of the agent and removed when it has ended. */
export interface SettingsFile {
  readonly name: string;
  readonly text: string;
  /** How the agent is told where it is: the argument before its path, or the variable that holds it. */
  readonly told: { readonly argument: string } | { readonly variable: string };
}

/** What the agent itself is told not to use, and what to ask for (agents.md 4.4, and 5, first rung). */
export interface NativeDenials {
  /** The runtime's names of the tools it then cannot use. */
  readonly denied: readonly string[];
  readonly arguments?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** `_meta` of `session/new`. */
  readonly sessionMeta?: Readonly<Record<string, unknown>>;
  readonly file?: SettingsFile;
  /** Why it may use tools without asking all the same, such as rules that the repository brings. */
  readonly doubt?: string;
}

/** Where the agent is to run, as far as its own settings hang on it. */
export interface Workplace {
  readonly cwd: string;
  /** What the process gets without native denials: some agents keep their settings in one variable. */
  readonly environment: Readonly<Record<string, string>>;
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
  nativeDenials(tools: ToolSet, workplace: Workplace): NativeDenials;
  /** What stands in the place of these two in one session, where it hangs on a name that nobody may know before it. */
  forSession?(): Pick<Profile, "asking" | "nativeDenials">;
  /** Tools that it may use without asking even in its asking mode; that it only reads without asking is no matter. */
  readonly unasked?: readonly string[];
  /** Ids of permission options that are never chosen, whatever their kind: they change more than one call. */
  readonly withheldOptions?: readonly string[];
  /** Whether a piece of a message is not the model's but the agent's own, such as a warning: it is no part of a reply. */
  isNotice?(piece: { readonly text: string; readonly messageId: unknown }): boolean;
  /** Arguments that choose a model, for an agent that has no option for it; it is verified when the session opens. */
  modelArguments?(model: string): readonly string[];
  /** How long after its response to a prompt the agent may send more that belongs to the turn, in milliseconds. */
  readonly quietMs: number;
}
