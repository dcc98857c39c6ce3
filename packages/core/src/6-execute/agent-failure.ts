import type { AgentError, AgentErrorCode, TurnFailure, TurnOutcome, TurnResult } from "../agent/agent.ts";
import type { AttemptOutcome } from "./attempt.ts";

/** Why a prompt came to nothing, and whether another attempt may come to more. */
type AgentFailure = Extract<AttemptOutcome, { readonly failed: string }>;

/** A turn that did not end of itself is a failure, whatever was said in it (agents.md 4, terminal outcome). */
export function failureOfTurn({ result, failure, error, stopReason }: TurnOutcome): AgentFailure {
  const reason = error ?? stopReason;
  return {
    failed: `the agent's turn ended as ${result}${reason === undefined ? "" : `: ${reason}`}`,
    code: failure === "tool_denied" ? "ToolDenied" : "AgentFailed",
    retryable: passingResults.has(result) && !(failure !== undefined && lastingFailures.has(failure)),
  };
}

/** An agent that cannot be had is a failure of whoever prompts it, not a fault of the runtime. */
export function failureOfAgent({ code, message }: AgentError): AgentFailure {
  return { failed: message, code: runCodes[code] ?? "AgentFailed", retryable: passingErrors.has(code) };
}

const passingResults: ReadonlySet<TurnResult> = new Set<TurnResult>(["agent_error", "agent_exited", "limit"]);
const lastingFailures: ReadonlySet<TurnFailure> = new Set<TurnFailure>([
  "authentication",
  "tool_denied",
  "mode_changed",
]);
const passingErrors: ReadonlySet<AgentErrorCode> = new Set<AgentErrorCode>(["exited", "timeout"]);

const runCodes: { readonly [Code in AgentErrorCode]?: string } = {
  not_configured: "AgentNotFound",
  model_unavailable: "ModelUnavailable",
  tool_denied: "ToolDenied",
};
