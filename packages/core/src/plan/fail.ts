import type { Transition } from "./change.ts";
import { remedies, stopFor } from "./checkpoints.ts";
import type { StepState } from "./plan.ts";
import { changeStep, resultOf } from "./step-change.ts";
import { allowed, type EventOf, type Subject } from "./subject.ts";

/** An attempt failed: tried again while retries are left and could help, else blocked (diagram.md 5). */
export function fail(subject: Subject, event: EventOf<"fail">): Transition {
  const { node, state } = subject;
  const failures = state.failures + 1;
  if (!event.retryable || failures > node.retries) return block(subject, event, event.error, failures);
  const again = changeStep(node, state, "pending", event.at, { failures, error: event.error, again: "retry" });
  return allowed([again], [{ type: "again", step: node.id, failures }]);
}

/** A step failed for good: a person decides what becomes of it. */
export function block(
  { plan, node, state }: Subject,
  result: Pick<StepState, "durationMs" | "output"> & { readonly at: string },
  error: string,
  failures: number = state.failures,
): Transition {
  const blocked = changeStep(node, state, "blocked", result.at, { ...resultOf(result), failures, error });
  const stop = stopFor(plan, blocked, "blocked", error, remedies(node));
  return allowed(stop.changes, stop.effects);
}

/** A crash left the step in progress: it runs again, unless it must not run twice without a person's word (diagram.md 5). */
export function interrupt({ plan, node, state }: Subject, { at }: EventOf<"interrupt">): Transition {
  if (node.idempotent) return allowed([changeStep(node, state, "pending", at, { again: "interrupted" })]);
  const message = `attempt ${state.attempt} was interrupted and may have taken effect`;
  const waiting = changeStep(node, state, "waiting", at);
  const stop = stopFor(plan, waiting, "interrupted", message, remedies(node));
  return allowed(stop.changes, stop.effects);
}
