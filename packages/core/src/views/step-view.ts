import { type Event, type EventData, never } from "../journal/events.ts";

export type StepEvent = Extract<Event, { readonly type: `step.${string}` }>;

/** One step of a plan, as the journal has told of it so far. */
export interface StepView {
  readonly id: string;
  readonly label: string;
  readonly type: string;
  readonly status: "pending" | "in_progress" | "done" | "skipped" | "blocked" | "waiting";
  /** 0 before the first start. */
  readonly attempt: number;
  readonly startedAt?: string;
  readonly durationMs?: number;
  readonly output?: EventData["step.done"]["output"];
  readonly error?: string;
  readonly skipped?: EventData["step.skipped"]["reason"];
  readonly note?: string;
  /** What a gate decided. */
  readonly decision?: string;
}

/** The step after one of its events. */
export function stepAfter(step: StepView, event: StepEvent): StepView {
  const { id, label, type, startedAt } = step;
  const { attempt, durationMs, output, error, note } = event.data;
  const told = {
    id,
    label,
    type,
    attempt,
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(output === undefined ? {} : { output }),
    ...(error === undefined ? {} : { error }),
    ...(note === undefined ? {} : { note }),
  };
  const begun = startedAt === undefined ? {} : { startedAt };
  switch (event.type) {
    case "step.started":
      return { ...told, status: "in_progress", startedAt: event.at };
    case "step.done":
      return {
        ...told,
        ...begun,
        status: "done",
        ...(event.data.label === undefined ? {} : { decision: event.data.label }),
      };
    case "step.skipped":
      return { ...told, ...begun, status: "skipped", skipped: event.data.reason };
    case "step.blocked":
      return { ...told, ...begun, status: "blocked" };
    case "step.waiting":
      return { ...told, ...begun, status: "waiting" };
    case "step.pending":
      return { ...told, status: "pending" };
    default:
      return never(event);
  }
}
