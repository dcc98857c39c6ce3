import type { StepChange } from "./change.ts";
import type { PlanNode, StepState, StepStatus } from "./plan.ts";

/** What a change tells beside the step and its statuses. */
export type ChangeDetails = Partial<Omit<StepChange, "type" | "step" | "index" | "from" | "to" | "at">>;

/** A change of one step's status; attempt and failures stay as they are unless told. */
export function changeStep(
  node: PlanNode,
  { status, attempt, failures }: StepState,
  to: StepStatus,
  at: string,
  details: ChangeDetails = {},
): StepChange {
  return { type: "step", step: node.id, index: node.index, from: status, to, attempt, failures, at, ...details };
}

/** What an attempt came to, as far as its event tells. */
export function resultOf(event: Pick<StepState, "durationMs" | "output">): ChangeDetails {
  return {
    ...(event.durationMs === undefined ? {} : { durationMs: event.durationMs }),
    ...(event.output === undefined ? {} : { output: event.output }),
  };
}

/** How long a step that waited for a person took. The clock may have been set back meanwhile. */
export function elapsed({ startedAt }: StepState, at: string): number {
  return startedAt === undefined ? 0 : Math.max(0, Date.parse(at) - Date.parse(startedAt));
}
