import type { TurnFailure, TurnOutcome, TurnResult } from "@agent-markup/core";
import type { RpcError } from "../transport/message.ts";

/** How a turn came to its end. */
export type TurnEnding =
  | { readonly type: "stop"; readonly reason: unknown }
  | { readonly type: "error"; readonly error: RpcError }
  /** The agent exited or closed its output; `message` says how. */
  | { readonly type: "exited"; readonly message: string }
  /** The agent did not answer our cancel in time and was ended. */
  | { readonly type: "unresponsive" };

/** Why we stopped a turn, if we did. */
export type TurnStop =
  | { readonly by: "caller" }
  | { readonly by: "harness"; readonly failure: TurnFailure; readonly message: string };

export interface EndedTurn {
  readonly ending: TurnEnding;
  readonly stop?: TurnStop;
  readonly text: string;
  readonly finalMessage: string;
  readonly usage?: unknown;
  /** Our last answer to a permission request was a refusal. */
  readonly lastAnswerRefused: boolean;
}

type Verdict = Pick<TurnOutcome, "result" | "failure" | "flags" | "stopReason" | "error">;

const requestCancelled = -32800;
export const authenticationRequired = -32000;

/** What a turn amounts to (agents.md 4, terminal outcome). */
export function verdictOf(turn: EndedTurn): Verdict {
  const { ending, stop } = turn;
  if (stop?.by === "harness") return { ...failed(stop.failure, stop.message), ...stopReasonOf(ending) };
  switch (ending.type) {
    case "stop":
      return stopVerdict(turn, ending.reason);
    case "error":
      return errorVerdict(ending.error, stop !== undefined);
    case "exited":
      return { ...verdict("agent_exited"), error: ending.message };
    case "unresponsive":
      return { ...verdict("cancelled"), error: "the agent did not answer the cancel and was ended" };
  }
}

/** The reason as text; an agent may give none, or one that is no text. */
export function stopReason(reason: unknown): string {
  return typeof reason === "string" ? reason : JSON.stringify(reason ?? null);
}

function stopVerdict(turn: EndedTurn, given: unknown): Verdict {
  const reason = stopReason(given);
  // A reply cut short by our cancel must not pass for a whole one, whatever the agent calls it.
  if (turn.stop !== undefined) return { ...verdict("cancelled"), stopReason: reason };
  switch (reason) {
    case "end_turn":
      return { ...verdict("completed", flagsOf(turn)), stopReason: reason };
    case "max_tokens":
    case "max_turn_requests":
      return { ...verdict("limit"), stopReason: reason };
    case "refusal":
      return { ...verdict("refused"), stopReason: reason };
    case "cancelled":
      // Codex ends the turn like this after a plain reject.
      return { ...verdict(turn.lastAnswerRefused ? "denied" : "agent_cancelled"), stopReason: reason };
    default:
      return { ...failed("stop_reason", `the agent stopped for an unknown reason: ${reason}`), stopReason: reason };
  }
}

function errorVerdict({ code, message, data }: RpcError, cancelled: boolean): Verdict {
  if (cancelled && code === requestCancelled) return { ...verdict("cancelled"), error: message };
  const details = data === undefined ? "" : ` ${JSON.stringify(data)}`;
  const error = { error: `${message}${details} (error ${code ?? "without a code"})` };
  if (code === authenticationRequired) return { ...verdict("agent_error"), failure: "authentication", ...error };
  return { ...verdict("agent_error"), ...error };
}

function flagsOf({ text, finalMessage, usage, lastAnswerRefused }: EndedTurn): TurnOutcome["flags"] {
  const isEmpty = text.trim() === "";
  return [
    ...(isEmpty ? (["empty"] as const) : []),
    ...(usage === undefined && looksLikeError(finalMessage) ? (["suspect"] as const) : []),
    ...(lastAnswerRefused ? (["after_denial"] as const) : []),
  ];
}

/** Codex ends a turn as if all were well when its model server fails: the reply is then the server's error. */
function looksLikeError(message: string): boolean {
  return /^\s*(?:\{.*"error"|(?:\w+ ){0,2}error\b\s*[:(\d])/im.test(message);
}

function verdict(result: TurnResult, flags: TurnOutcome["flags"] = []): Verdict {
  return { result, flags };
}

function failed(failure: TurnFailure, error: string): Verdict {
  return { result: "failed", failure, flags: [], error };
}

function stopReasonOf(ending: TurnEnding): { stopReason?: string } {
  return ending.type === "stop" ? { stopReason: stopReason(ending.reason) } : {};
}
