import type { EventBody } from "../journal/events.ts";
import { stepChange, stepEvent } from "../journal/step-event.ts";
import { applyChanges } from "../plan/apply.ts";
import type { Change } from "../plan/change.ts";
import type { Plan } from "../plan/progress.ts";
import { StoreError } from "./store.ts";

/** A change with the event that is recorded before it, where one is. */
export interface Told {
  readonly change: Change;
  readonly at: string;
  readonly event: EventBody | null;
}

/**
 * Moves a plan on and tells the events of it, in their order (diagram.md 4). Steps become what their event tells, so that
 * rows and journal cannot differ. Throws `PlanError` for changes that diagram.md 5 does not allow.
 */
export function settle(plan: Plan, changes: readonly Change[]): Told[] {
  const told = changes.map((change) => tell(plan, change));
  applyChanges(
    plan,
    told.map(({ change }) => change),
  );
  return told;
}

function tell(plan: Plan, change: Change): Told {
  switch (change.type) {
    case "step": {
      const event = stepEvent(plan.definition.id, change);
      return { change: stepChange(event, change), at: change.at, event };
    }
    case "checkpoint": {
      const { checkpoint } = change;
      return { change, at: checkpoint.askedAt, event: { type: "checkpoint.opened", data: { checkpoint } } };
    }
    case "edge":
      return { change, at: "", event: null };
    case "answer":
      // It was recorded when it was given; here it is only acted on.
      if (plan.checkpoints.get(change.checkpoint)?.answer === undefined) {
        throw new StoreError(
          "refused",
          `checkpoint "${change.checkpoint}" has no recorded answer that could be acted on`,
        );
      }
      return { change, at: "", event: null };
  }
}
