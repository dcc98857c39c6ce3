import type { StepChange } from "../plan/change.ts";
import type { StepStatus } from "../plan/plan.ts";
import type { Event, EventBody } from "./events.ts";

type StepEventType = "step.started" | "step.done" | "step.skipped" | "step.blocked" | "step.waiting" | "step.pending";

/** An event that tells of a step's new status. */
export type StepEvent = Extract<Event, { readonly type: StepEventType }>;

/** The same before it is recorded. */
export type StepBody = Extract<EventBody, { readonly type: StepEventType }>;

/** The event that tells a step change whole, so that `stepChange` gives it back. */
export function stepEvent(plan: string, change: StepChange): StepBody {
  const { step, attempt, failures, durationMs, output, error, label, note } = change;
  const data = {
    attempt,
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(error === undefined ? {} : { error }),
    ...(failures === 0 ? {} : { failures }),
    ...(label === undefined ? {} : { label }),
    ...(note === undefined ? {} : { note }),
    ...(output === undefined ? {} : { output }),
    plan,
    step,
  };
  switch (change.to) {
    case "in_progress":
      return { type: "step.started", data };
    case "waiting":
      return { type: "step.waiting", data };
    case "pending":
      return { type: "step.pending", data: { ...data, again: change.again ?? "retry" } };
    case "skipped":
      return { type: "step.skipped", data: { ...data, reason: change.skipped ?? "routed" } };
    case "blocked":
      return { type: "step.blocked", data: { ...data, durationMs: durationMs ?? 0, error: error ?? "" } };
    case "done":
      return { type: "step.done", data: { ...data, durationMs: durationMs ?? 0, output: output ?? { text: "" } } };
  }
}

/** Whether an event tells of a step's new status. */
export function isStepEvent(event: Event): event is StepEvent {
  return event.type in statusOf;
}

/** The change that a step event tells of; what the reader knows of the step comes from `known`. */
export function stepChange(event: StepBody, known: Pick<StepChange, "index" | "from" | "at">): StepChange {
  const { step, attempt, failures = 0, durationMs, output, error, label, note } = event.data;
  return {
    type: "step",
    step,
    index: known.index,
    from: known.from,
    to: statusOf[event.type],
    attempt,
    failures,
    at: known.at,
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(output === undefined ? {} : { output }),
    ...(error === undefined ? {} : { error }),
    ...(label === undefined ? {} : { label }),
    ...(note === undefined ? {} : { note }),
    ...(event.type === "step.skipped" ? { skipped: event.data.reason } : {}),
    ...(event.type === "step.pending" ? { again: event.data.again } : {}),
  };
}

const statusOf: Readonly<Record<StepEventType, StepStatus>> = {
  "step.started": "in_progress",
  "step.done": "done",
  "step.skipped": "skipped",
  "step.blocked": "blocked",
  "step.waiting": "waiting",
  "step.pending": "pending",
};
