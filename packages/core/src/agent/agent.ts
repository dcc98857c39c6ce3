import type { PermissionDecision, PermissionRequest, PermissionState } from "../5-authorise/permission.ts";
import type { ToolSet } from "../5-authorise/tool-set.ts";
import type { OfferedTools } from "./offered-tools.ts";
import type { PromptIdentity, RecordingUse } from "./recording.ts";

/** What the runtime knows of an agent: open a session, prompt it, events out, one outcome (agents.md 1). */
export interface AgentProvider {
  /** Names it can serve, for messages; `*` serves every other name. */
  readonly names: readonly string[];
  /** The run it serves is recorded, or is a replay; kept with the run, which goes on in no other way. */
  readonly recording?: RecordingUse;
  /** The model that a session of an agent would be set to, in the agent's own name; undefined when that is left to it. */
  modelFor?(agent: string, requested: string | undefined): string | undefined;
  /** Spawns or connects. Rejects with an `AgentError` when the agent cannot be had. */
  open(request: SessionRequest, host: SessionHost): Promise<AgentSession>;
}

export interface SessionRequest {
  /** As the document names it. */
  readonly agent: string;
  /** The configured agent that serves it, where that has another name: a file only describes it (agents.md 5). */
  readonly servedBy?: string;
  readonly model?: string;
  /** Id of an earlier session of the same agent, to be continued instead of opening a new one. */
  readonly resume?: string;
  /** Absolute and existing. */
  readonly cwd: string;
  readonly tools: ToolSet;
  /** Label of the permission policy, `deny` when absent: under it an unexpected change of mode ends a turn. */
  readonly policy?: string;
  /** The run's marker: every process of the session bears it in its environment (agents.md 6). */
  readonly marker: string;
  readonly signal: AbortSignal;
  /** The prompt that it is opened for. */
  readonly prompt?: PromptIdentity;
}

/** What the runtime does for a session: decide and record. */
export interface SessionHost {
  /**
   * Decides (`decidePermission` with `state`, the tools and the policy) and resolves after the decision is durably
   * recorded; only then may the answer be sent (agents.md 3). When `withdrawn` aborts before that, the turn was
   * cancelled: a decision still open is void, and the request comes again, not withdrawn, with a state that says so.
   */
  permission(request: PermissionRequest, state: PermissionState, withdrawn: AbortSignal): Promise<PermissionDecision>;
  event(event: AgentEvent): void;
  /** What the runtime offers beside the agent's own tools. */
  readonly offered?: OfferedTools;
  /** Every line exchanged with the agent as it was, and its standard error, in order and in batches. */
  transcript?(lines: readonly TranscriptLine[]): void;
}

export interface TranscriptLine {
  /** `note`: written by us, where something was left out. */
  readonly direction: "sent" | "received" | "stderr" | "note";
  readonly text: string;
}

export interface AgentSession {
  readonly id: string;
  /** The agent was given the runtime's tools, so that it can say by `step_result` what a step came to. */
  readonly hasOfferedTools?: boolean;
  /** One prompt at a time; resolves with the turn's one outcome, never rejects for what the agent did. */
  prompt(text: string, signal: AbortSignal, identity?: PromptIdentity): Promise<TurnOutcome>;
  /** Ends the session and every process it started. */
  close(): Promise<void>;
}

/** What keeps an agent to its tools, from the first thing that is tried to the last (agents.md 5). */
export type Rung =
  /** It was not prompted at all: nothing else would have kept it. */
  | "not_prompted"
  /** The agent itself was told not to use them. */
  | "native_denial"
  /** An MCP server, or some of its tools, were not passed to it. */
  | "server_not_passed"
  /** It asked, and was refused. */
  | "request_refused"
  /** It called what the runtime offers, and was refused. */
  | "call_refused"
  /** It used one all the same: its turn was cancelled. */
  | "turn_cancelled";

/** agents.md 4, events. Messages and thoughts come whole, at their boundary. */
export type AgentEvent =
  | { readonly type: "message"; readonly text: string }
  | { readonly type: "thought"; readonly text: string }
  | {
      readonly type: "tool_call";
      readonly id: string;
      readonly title: string;
      readonly kind: string;
      readonly status: string;
      readonly tools: readonly string[];
      readonly input?: unknown;
    }
  /** Holds only what changed; `tools` is there when the call is now known to be another tool. */
  | {
      readonly type: "tool_update";
      readonly id: string;
      readonly status?: string;
      readonly title?: string;
      readonly tools?: readonly string[];
      readonly input?: unknown;
      readonly output?: string;
    }
  /** A tool ran unasked, or after a refusal; a violation when it is outside the constraint (agents.md 5). */
  | {
      readonly type: "unasked";
      readonly id: string;
      readonly title: string;
      readonly tools: readonly string[];
      readonly violation: boolean;
    }
  /** The runtime's tools that the session was given beside the agent's own. */
  | { readonly type: "offered"; readonly tools: readonly string[] }
  /** The agent calls one of them; recorded before anything is done. */
  | { readonly type: "offered_call"; readonly tool: string; readonly input: unknown }
  /** It says by that way what its step came to. */
  | { readonly type: "step_result"; readonly status: "done" | "failed"; readonly summary: string }
  /** A rung of the ladder kept the agent to its tools: these are what it would else have had. */
  | { readonly type: "held"; readonly rung: Rung; readonly tools: readonly string[]; readonly reason?: string }
  | { readonly type: "plan"; readonly entries: unknown }
  | { readonly type: "usage"; readonly usage: unknown }
  | { readonly type: "mode"; readonly mode: string; readonly expected: boolean }
  | { readonly type: "note"; readonly text: string }
  | { readonly type: "raw"; readonly value: unknown }
  | { readonly type: "stop"; readonly reason: string };

/** agents.md 4, terminal outcome. */
export type TurnResult =
  | "completed"
  | "limit"
  | "refused"
  | "cancelled"
  | "denied"
  | "agent_cancelled"
  | "failed"
  | "agent_error"
  | "agent_exited";

/** Why a turn that is `failed` or an `agent_error` can not be mended by trying again, or which limit it ran into. */
export type TurnFailure =
  | "authentication"
  | "tool_denied"
  | "mode_changed"
  | "idle_limit"
  | "time_limit"
  | "output_limit"
  | "malformed_output"
  | "stop_reason";

export interface TurnOutcome {
  readonly result: TurnResult;
  readonly failure?: TurnFailure;
  readonly flags: readonly ("empty" | "suspect" | "after_denial")[];
  /** All message text of the turn, and its last message alone. */
  readonly text: string;
  readonly finalMessage: string;
  readonly stopReason?: string;
  readonly error?: string;
  readonly usage?: unknown;
  /** How the turn's permission requests were answered. */
  readonly permissions?: PermissionCounts;
  /** Ids of tool calls that ran without a permission request. */
  readonly unasked?: readonly string[];
  /** The agent's mode when the turn began and ended, where it has modes. */
  readonly modes?: { readonly start: string; readonly end: string };
  /** The session takes no further prompt: the agent has ended, was ended, or can not be trusted any more. */
  readonly sessionOver?: true;
}

export interface PermissionCounts {
  readonly asked: number;
  readonly allowed: number;
  readonly denied: number;
  readonly cancelled: number;
}

export type AgentErrorCode =
  | "not_configured"
  | "not_started"
  | "exited"
  | "protocol"
  | "authentication"
  | "timeout"
  | "session"
  | "model_unavailable"
  | "mode"
  | "tool_denied"
  | "cancelled";

/** The agent could not be started, spoke another protocol, or lost its session; the message says what to do. */
export class AgentError extends Error {
  override readonly name = "AgentError";
  readonly code: AgentErrorCode;
  constructor(code: AgentErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
