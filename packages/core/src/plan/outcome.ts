import { openCheckpoints } from "./checkpoints.ts";
import type { Checkpoint, StepStatus } from "./plan.ts";
import { type ReadonlyPlan, stateAt } from "./progress.ts";
import { listed, waitsFor } from "./refusals.ts";
import { isFinal } from "./step-state.ts";

/** A step that keeps a plan from its end, and why. */
export interface Obstacle {
  readonly step: string;
  readonly status: StepStatus;
  readonly why: string;
}

/** What a plan has come to (diagram.md 5, how a run ends). */
export type PlanOutcome =
  | { readonly status: "running" }
  | { readonly status: "done" }
  /** Nothing can go on before a person answers. */
  | { readonly status: "waiting"; readonly checkpoints: readonly Checkpoint[] }
  /** Blocked or stuck: everything that is not final is named. People may be waited for as well. */
  | { readonly status: "failed"; readonly obstacles: readonly Obstacle[]; readonly checkpoints: readonly Checkpoint[] };

/** Whether every step is done or skipped. */
export function isDone({ counts, definition }: ReadonlyPlan): boolean {
  return counts.done + counts.skipped === definition.nodes.length;
}

/** Tells whether a plan runs, is done, waits for people, or cannot go on and why. */
export function outcomeOf(plan: ReadonlyPlan): PlanOutcome {
  const { counts, ready } = plan;
  if (isDone(plan)) return { status: "done" };
  if (ready.size > 0 || counts.in_progress > 0) return { status: "running" };
  const checkpoints = openCheckpoints(plan);
  if (counts.blocked === 0 && counts.waiting > 0) return { status: "waiting", checkpoints };
  return { status: "failed", obstacles: obstacles(plan), checkpoints };
}

function obstacles(plan: ReadonlyPlan): Obstacle[] {
  return plan.definition.nodes.flatMap(({ id, index }) => {
    const { status } = stateAt(plan, index);
    return isFinal(status) ? [] : [{ step: id, status, why: reason(plan, index) }];
  });
}

function reason(plan: ReadonlyPlan, index: number): string {
  const { status, error } = stateAt(plan, index);
  if (status === "blocked") return error ?? "it failed";
  if (status === "waiting") return "a person is asked";
  return `it waits for ${listed(waitsFor(plan, index))}`;
}
