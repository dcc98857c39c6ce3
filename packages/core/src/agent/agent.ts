import type { PermissionDecision, PermissionRequest } from "../5-authorise/permission.ts";
import type { ToolSet } from "../5-authorise/tool-set.ts";

/** What the runtime knows of an agent: open a session, prompt it, events out, one outcome (agents.md 1). */
export interface AgentProvider {
  /** Names it can serve, for messages; `*` serves every other name. */
  readonly names: readonly string[];
  /** Spawns or connects. Rejects with an `AgentError` when the agent cannot be had. */
  open(request: SessionRequest, host: SessionHost): Promise<AgentSession>;
}

export interface SessionRequest {
  readonly agent: string;
  readonly model?: string;
  /** Absolute and existing. */
  readonly cwd: string;
  readonly tools: ToolSet;
  /** The run's marker: every process of the session bears it in its environment (agents.md 6). */
  readonly marker: string;
  readonly signal: AbortSignal;
}

/** What the runtime does for a session: decide and record. */
export interface SessionHost {
  /** Resolves after the decision is durably recorded; only then may the answer be sent (agents.md 3). */
  permission(request: PermissionRequest): Promise<PermissionDecision>;
  event(event: AgentEvent): void;
}

export interface AgentSession {
  readonly id: string;
  /** One prompt at a time; resolves with the turn's one outcome, never rejects for what the agent did. */
  prompt(text: string, signal: AbortSignal): Promise<TurnOutcome>;
  /** Ends the session and every process it started. */
  close(): Promise<void>;
}

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
  | { readonly type: "tool_update"; readonly id: string; readonly status: string; readonly output?: string }
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

export interface TurnOutcome {
  readonly result: TurnResult;
  readonly flags: readonly ("empty" | "suspect" | "after_denial")[];
  /** All message text of the turn, and its last message alone. */
  readonly text: string;
  readonly finalMessage: string;
  readonly stopReason?: string;
  readonly error?: string;
  readonly usage?: unknown;
}

/** The agent could not be started, spoke another protocol, or lost its session; the message says what to do. */
export class AgentError extends Error {
  override readonly name = "AgentError";
}
