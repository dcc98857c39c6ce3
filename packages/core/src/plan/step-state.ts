import type { StepChange } from "./change.ts";
import type { StepState, StepStatus } from "./plan.ts";

/** Every step before anything has happened. */
export const untouched: StepState = { status: "pending", attempt: 0, failures: 0 };

/** The transitions of diagram.md 5; nothing leaves `done`, and `skipped` is final. */
const reachable: Readonly<Record<StepStatus, readonly StepStatus[]>> = {
  pending: ["in_progress", "skipped"],
  in_progress: ["done", "blocked", "waiting", "skipped", "pending"],
  waiting: ["in_progress", "done", "skipped", "blocked"],
  blocked: ["pending", "skipped"],
  done: [],
  skipped: [],
};

/** Whether diagram.md 5 knows the transition. */
export function canBecome(from: StepStatus, to: StepStatus): boolean {
  return reachable[from].includes(to);
}

/** Whether a status is one that a plan ends with. */
export function isFinal(status: StepStatus): boolean {
  return status === "done" || status === "skipped";
}

/** Whether a person is asked about the step. */
export function isAsked(status: StepStatus): boolean {
  return status === "waiting" || status === "blocked";
}

/** The state that a change makes of the one before: all of it is told by the change, except when the attempt started. */
export function stateAfter(before: StepState, change: StepChange): StepState {
  const startedAt = startOf(before, change);
  return {
    status: change.to,
    attempt: change.attempt,
    failures: change.failures,
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(change.durationMs === undefined ? {} : { durationMs: change.durationMs }),
    ...(change.output === undefined ? {} : { output: change.output }),
    ...(change.error === undefined ? {} : { error: change.error }),
    ...(change.label === undefined ? {} : { label: change.label }),
    ...(change.skipped === undefined ? {} : { skipped: change.skipped }),
  };
}

function startOf(before: StepState, change: StepChange): string | undefined {
  if (change.to === "in_progress") return change.at;
  return change.to === "pending" ? undefined : before.startedAt;
}
