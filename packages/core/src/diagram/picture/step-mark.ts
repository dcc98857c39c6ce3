import type { SkipReason, StepState, StepStatus } from "../../plan/plan.ts";
import { duration } from "../../text/duration.ts";

/** One character for a step's status: no view tells a status by colour alone. */
export const stepMarks: Readonly<Record<StepStatus, string>> = {
  pending: "·",
  in_progress: "▸",
  done: "✓",
  skipped: "-",
  blocked: "✗",
  waiting: "?",
};

const skipReasons: Readonly<Record<SkipReason, string>> = {
  routed: "not taken",
  loop_exit: "its loop ended early",
  waived: "a person went on without it",
  cancelled: "a person cancelled its branch",
};

/** A step's status in words: `done: yes, 1.2 s`, `skipped, not taken`, `blocked, attempt 3`. */
export function statusWords({ status, attempt, durationMs, label, skipped }: StepState): string {
  const decided = status === "done" && label !== undefined ? `: ${label}` : "";
  const details = [
    `${status.replace("_", " ")}${decided}`,
    skipped === undefined ? "" : skipReasons[skipped],
    attempt > 1 ? `attempt ${attempt}` : "",
    durationMs === undefined || (status !== "done" && status !== "blocked") ? "" : duration(durationMs),
  ];
  return details.filter((detail) => detail !== "").join(", ");
}
