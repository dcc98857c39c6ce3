/** What the scripted agent plays (docs/scripted-agent.md). */
export interface Script {
  readonly agent: AgentTraits;
  readonly turns: readonly Turn[];
}

/** The steps for a prompt: the first turn that fits is played. */
export interface Turn {
  /** A part of the prompt's text. */
  readonly match: string | undefined;
  /** Which prompt of the session, from 0. */
  readonly index: number | undefined;
  /** Only in a session that was brought back, or only in one that was not. */
  readonly continued: boolean | undefined;
  /** How many prompts it serves at most. */
  readonly times: number | undefined;
  readonly steps: readonly Step[];
}

export interface Choice {
  readonly current: string;
  readonly available: readonly string[];
}

/** How the agent presents itself and how it opens a session. */
export interface AgentTraits {
  readonly protocolVersion: number;
  readonly modes: Choice | undefined;
  readonly models: Choice | undefined;
  /** A file in which it writes down what reaches it: lines, the end of its input, signals that it ignores. */
  readonly log: string | undefined;
  readonly closesSessions: boolean;
  readonly loadsSessions: boolean;
  /** It brings a session back without telling its history again. */
  readonly resumesSessions: boolean;
  readonly signIn: readonly { readonly name: string; readonly description: string }[];
  /** By method: what comes before its answer, and an answer other than the usual one. */
  readonly answers: ReadonlyMap<string, Answer>;
}

export interface Answer {
  readonly steps: readonly Step[];
  readonly hang: boolean;
  readonly error: ScriptedError | undefined;
  readonly result: unknown;
}

export interface ScriptedError {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
}

export interface ScriptedTool {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  /** The runtime's name of the tool. */
  readonly tool: string | undefined;
  readonly input: unknown;
}

export interface ScriptedOption {
  readonly optionId: string;
  readonly name: string;
  readonly kind: string;
}

/** What well-behaved agents offer, the widest first as some do. */
export const usualOptions: readonly ScriptedOption[] = [
  { optionId: "allow-always", name: "Always allow", kind: "allow_always" },
  { optionId: "allow-once", name: "Allow", kind: "allow_once" },
  { optionId: "reject-once", name: "Reject", kind: "reject_once" },
  { optionId: "reject-always", name: "Never allow", kind: "reject_always" },
];

export type Ignorable = "signals" | "end_of_input" | "cancel";

export type Step =
  | { readonly do: "message" | "thought"; readonly text: string; readonly messageId: string | undefined }
  | { readonly do: "plan"; readonly entries: readonly string[] }
  | { readonly do: "tool_call"; readonly call: ScriptedTool; readonly status: string }
  | {
      readonly do: "tool_update";
      readonly id: string;
      readonly status: string | undefined;
      readonly output: string | undefined;
    }
  | {
      readonly do: "permission";
      readonly call: ScriptedTool;
      readonly options: unknown;
      readonly session: string | undefined;
      readonly requestId: string | number | null | undefined;
      readonly allowed: readonly Step[];
      readonly refused: readonly Step[];
      /** The agent takes the request back at once, and waits for its answer. */
      readonly withdrawn: boolean;
    }
  /** Calls a tool of a server that it was given, and goes on by what the server answers. */
  | {
      readonly do: "mcp_call";
      readonly id: string;
      readonly server: string;
      readonly tool: string;
      readonly input: Readonly<Record<string, unknown>>;
      /** It asks for permission first. */
      readonly asks: boolean;
      readonly succeeded: readonly Step[];
      readonly failed: readonly Step[];
    }
  /** Writes a line to a server that it was given, whatever it is. */
  | { readonly do: "mcp_line"; readonly server: string; readonly line: string }
  /** Ends a server's process. */
  | { readonly do: "mcp_kill"; readonly server: string }
  /** Plays lists of steps side by side. */
  | { readonly do: "together"; readonly steps: readonly (readonly Step[])[] }
  | { readonly do: "delay"; readonly ms: number }
  | { readonly do: "hang" }
  | { readonly do: "mode"; readonly mode: string }
  | { readonly do: "late"; readonly steps: readonly Step[] }
  | { readonly do: "wrong_id"; readonly id: string | number | null }
  | { readonly do: "garbage"; readonly line: string }
  | { readonly do: "long_line"; readonly bytes: number }
  | { readonly do: "endless_line" | "close_output" }
  | { readonly do: "flood"; readonly count: number; readonly update: Readonly<Record<string, unknown>> | undefined }
  | { readonly do: "stderr"; readonly line: string }
  | { readonly do: "crash"; readonly code: number | undefined; readonly signal: string | undefined }
  | { readonly do: "ignore"; readonly what: readonly Ignorable[] }
  | { readonly do: "spawn"; readonly command: readonly string[]; readonly setsid: boolean }
  | { readonly do: "write_file"; readonly path: string; readonly text: string }
  | { readonly do: "request"; readonly method: string; readonly params: unknown }
  | { readonly do: "notification"; readonly method: string; readonly params: unknown }
  | { readonly do: "update"; readonly update: unknown }
  | { readonly do: "done" | "failed"; readonly summary: string; readonly output: unknown }
  | { readonly do: "stop"; readonly reason: unknown }
  | { readonly do: "error"; readonly error: ScriptedError };
