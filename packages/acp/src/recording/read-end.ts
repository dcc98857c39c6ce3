import type { AgentErrorCode, TurnFailure, TurnOutcome, TurnResult } from "@agent-markup/core";
import { anything, count, flag, given, keyOf, listOf, objectOf, oneOf, type Reader, text } from "../read-value.ts";
import type { PromptEnd } from "./recorded-prompt.ts";

const results: Readonly<Record<TurnResult, true>> = {
  completed: true,
  limit: true,
  refused: true,
  cancelled: true,
  denied: true,
  agent_cancelled: true,
  failed: true,
  agent_error: true,
  agent_exited: true,
};

const failures: Readonly<Record<TurnFailure, true>> = {
  authentication: true,
  tool_denied: true,
  mode_changed: true,
  idle_limit: true,
  time_limit: true,
  output_limit: true,
  malformed_output: true,
  stop_reason: true,
};

const counts = objectOf(["asked", "allowed", "denied", "cancelled"], (fields) => ({
  asked: fields.required("asked", count),
  allowed: fields.required("allowed", count),
  denied: fields.required("denied", count),
  cancelled: fields.required("cancelled", count),
}));

const modes = objectOf(["start", "end"], (fields) => ({
  start: fields.required("start", text),
  end: fields.required("end", text),
}));

const outcomeMembers: readonly (keyof TurnOutcome)[] = [
  "result",
  "failure",
  "flags",
  "text",
  "finalMessage",
  "stopReason",
  "error",
  "usage",
  "permissions",
  "unasked",
  "modes",
  "sessionOver",
];

const outcome: Reader<TurnOutcome> = objectOf(outcomeMembers, (fields) => ({
  result: fields.required("result", keyOf(results)),
  flags: fields.required("flags", listOf(oneOf("empty", "suspect", "after_denial"))),
  text: fields.required("text", text),
  finalMessage: fields.required("finalMessage", text),
  ...given("failure", fields.optional("failure", keyOf(failures))),
  ...given("stopReason", fields.optional("stopReason", text)),
  ...given("error", fields.optional("error", text)),
  ...given("usage", fields.optional("usage", anything)),
  ...given("permissions", fields.optional("permissions", counts)),
  ...given("unasked", fields.optional("unasked", listOf(text))),
  ...given("modes", fields.optional("modes", modes)),
  ...(fields.optional("sessionOver", flag) === true ? { sessionOver: true } : {}),
}));

const errorCodes: Readonly<Record<AgentErrorCode, true>> = {
  not_configured: true,
  not_started: true,
  exited: true,
  protocol: true,
  authentication: true,
  timeout: true,
  session: true,
  model_unavailable: true,
  mode: true,
  tool_denied: true,
  cancelled: true,
};

const agentError = objectOf(["code", "message"], (fields) => ({
  code: fields.required("code", keyOf(errorCodes)),
  message: fields.required("message", text),
}));

/** How a recorded prompt ended. */
export const recordedEnd: Reader<PromptEnd> = objectOf<PromptEnd>(["outcome", "error"], (fields) => {
  const error = fields.optional("error", agentError);
  return error === undefined ? { outcome: fields.required("outcome", outcome) } : { error };
});
