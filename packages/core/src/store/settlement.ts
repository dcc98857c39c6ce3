import type { EventBody } from "../journal/events.ts";
import { stepChange, stepEvent } from "../journal/step-event.ts";
import { applyChanges } from "../plan/apply.ts";
import type { Change } from "../plan/change.ts";
import { isForeseen } from "../plan/foreseen-choices.ts";
import type { Plan } from "../plan/progress.ts";
import { anticipatedAnswer, type RunFold } from "./run-fold.ts";
import { StoreError } from "./store.ts";

/** A change with the event that is recorded before it, where one is. */
export interface Told {
  readonly change: Change;
  readonly at: string;
  readonly event: EventBody | null;
}

/**
 * Moves a plan on and tells the events of it, in their order (diagram.md 4). Steps become what their event tells, so that
 * rows and journal cannot differ; a checkpoint that was answered in advance is answered as it opens. Throws `PlanError` for
 * changes that diagram.md 5 does not allow.
 */
export function settle(plan: Plan, changes: readonly Change[], fold: RunFold): Told[] {
  const told = changes.flatMap((change) => [tell(plan, change), ...answeredInAdvance(change, fold)]);
  applyChanges(
    plan,
    told.map(({ change }) => change),
  );
  return told;
}

function answeredInAdvance(change: Change, fold: RunFold): Told[] {
  if (change.type !== "checkpoint" || !isForeseen(change.checkpoint)) return [];
  const { id, plan, step, choices, askedAt: at } = change.checkpoint;
  const answer = anticipatedAnswer(fold, plan, step);
  // A gate's labels may be fewer now than a person could foresee: a cycle's last pass has no way back.
  if (answer === undefined || !choices.some((choice) => choice.id === answer.choice)) return [];
  const event = { type: "checkpoint.answered", data: { plan, step, checkpoint: id, answer } } as const;
  return [{ change: { type: "answer", checkpoint: id, answer }, at, event }];
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
