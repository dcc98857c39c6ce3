import { checkState } from "./check-state.ts";
import { graphOf } from "./graph.ts";
import type { Checkpoint, EdgeState, PlanDefinition, StepState } from "./plan.ts";
import { type Plan, type ReadonlyPlan, refreshReady } from "./progress.ts";
import { readySet } from "./ready-set.ts";
import { isAsked, untouched } from "./step-state.ts";

/** What a store keeps of a plan beside its definition. */
export interface PlanSnapshot {
  readonly steps: readonly StepState[];
  readonly edges: readonly EdgeState[];
  readonly checkpoints: readonly Checkpoint[];
}

/** A plan in which nothing has happened yet. Throws `PlanError` for a definition that no compiler makes. */
export function createPlan(definition: PlanDefinition): Plan {
  return restorePlan(
    definition,
    definition.nodes.map(() => untouched),
    definition.edges.map(() => "open"),
    [],
  );
}

/**
 * A plan as it was left: counters and ready steps follow from the states. Throws `PlanError` when the states contradict
 * diagram.md 5, so that a changed database is found and not driven on.
 */
export function restorePlan(
  definition: PlanDefinition,
  steps: readonly StepState[],
  edges: readonly EdgeState[],
  checkpoints: readonly Checkpoint[],
): Plan {
  const plan: Plan = {
    definition,
    graph: graphOf(definition),
    steps: [...steps],
    edges: [...edges],
    openIn: new Int32Array(definition.nodes.length),
    liveIn: new Int32Array(definition.nodes.length),
    ready: readySet(definition.nodes.length),
    counts: { pending: 0, in_progress: 0, done: 0, skipped: 0, blocked: 0, waiting: 0 },
    checkpoints: new Map(checkpoints.map((checkpoint) => [checkpoint.id, checkpoint])),
    current: new Map(),
  };
  for (const { index, to } of definition.edges) {
    if (to === null) continue;
    if (edges[index] === "open") plan.openIn[to] = (plan.openIn[to] ?? 0) + 1;
    if (edges[index] === "live") plan.liveIn[to] = (plan.liveIn[to] ?? 0) + 1;
  }
  for (const checkpoint of checkpoints) attach(plan, checkpoint);
  steps.forEach(({ status }, index) => {
    plan.counts[status] += 1;
    refreshReady(plan, index);
  });
  checkState(plan);
  return plan;
}

/** What `restorePlan` takes to go on from here. */
export function snapshotOf(plan: ReadonlyPlan): PlanSnapshot {
  return { steps: [...plan.steps], edges: [...plan.edges], checkpoints: [...plan.checkpoints.values()] };
}

// An attempt waits at most once and is blocked at most once, so status and attempt tell which checkpoint is the current one.
function attach(plan: Plan, checkpoint: Checkpoint): void {
  const index = plan.graph.indexOf.get(checkpoint.step);
  const state = index === undefined ? undefined : plan.steps[index];
  if (index === undefined || state === undefined || !isAsked(state.status)) return;
  const belongs = (checkpoint.reason === "blocked") === (state.status === "blocked");
  if (belongs && state.attempt === checkpoint.attempt) plan.current.set(index, checkpoint.id);
}
