import type { Change, Effect, PlanEvent, Transition } from "./change.ts";
import type { PlanNode, StepState } from "./plan.ts";
import type { ReadonlyPlan } from "./progress.ts";

/** The step that an event is about, within its plan. */
export interface Subject {
  readonly plan: ReadonlyPlan;
  readonly node: PlanNode;
  readonly state: StepState;
}

/** One kind of event. */
export type EventOf<Type extends PlanEvent["type"]> = Extract<PlanEvent, { type: Type }>;

/** An event that is allowed, with what it brings about. */
export function allowed(changes: readonly Change[], effects: readonly Effect[] = []): Transition {
  return { ok: true, changes, effects };
}
