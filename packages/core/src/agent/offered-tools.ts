/** A tool of the runtime, as an agent is told of it (agents.md 5). */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the object that it takes. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Agents have one of their own: it is offered only where the operator wants this one in its place. */
  readonly standsIn: boolean;
}

export interface OfferedCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The input as it may be written down: without secrets. */
  readonly recorded: unknown;
  readonly signal: AbortSignal;
}

export interface OfferedReply {
  readonly text: string;
  readonly isError: boolean;
}

/** What the runtime offers to one session of an agent; every call passes the gate that all tools pass. */
export interface OfferedTools {
  list(): readonly OfferedTool[];
  /**
   * Resolves with what becomes of the call, refusals included; rejects only for a fault of the runtime. Nothing is done
   * outside a turn, nor once the signal has aborted.
   */
  call(call: OfferedCall): Promise<OfferedReply>;
}
