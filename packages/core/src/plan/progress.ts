import { edgesOf, itemAt, type PlanGraph } from "./graph.ts";
import type { Checkpoint, EdgeState, PlanDefinition, PlanNode, StepState, StepStatus } from "./plan.ts";
import { PlanError } from "./plan-error.ts";
import { addMember, isMember, nextMember, type ReadySet, removeMember } from "./ready-set.ts";

/** A plan as everything but `applyChanges` sees it: its definition and how far it has come. */
export interface ReadonlyPlan {
  readonly definition: PlanDefinition;
  readonly graph: PlanGraph;
  /** By node index, as are the counters. */
  readonly steps: readonly StepState[];
  readonly edges: readonly EdgeState[];
  /** Edges in that are still open, and those that are live. */
  readonly openIn: Readonly<ArrayLike<number>>;
  readonly liveIn: Readonly<ArrayLike<number>>;
  /** By place in the run order. */
  readonly ready: Readonly<ReadySet>;
  readonly counts: Readonly<Record<StepStatus, number>>;
  /** All that were ever opened, by id, in that order. */
  readonly checkpoints: ReadonlyMap<string, Checkpoint>;
  /** Of each waiting or blocked step, the id of the checkpoint that it waits at. */
  readonly current: ReadonlyMap<number, string>;
}

/** The same, to be changed by `applyChanges` and by nothing else. */
export interface Plan extends ReadonlyPlan {
  readonly steps: StepState[];
  readonly edges: EdgeState[];
  readonly openIn: Int32Array;
  readonly liveIn: Int32Array;
  readonly ready: ReadySet;
  readonly counts: Record<StepStatus, number>;
  readonly checkpoints: Map<string, Checkpoint>;
  readonly current: Map<number, string>;
}

/** Whether a step may start (diagram.md 5): pending, no open edge in, and a live one or none at all. */
export function isReady(plan: ReadonlyPlan, index: number): boolean {
  return plan.steps[index]?.status === "pending" && hasArrived(plan, index) && !isCutOff(plan, index);
}

/** Whether all edges into a step have settled. */
export function hasArrived(plan: ReadonlyPlan, index: number): boolean {
  return itemAt(plan.openIn, index) === 0;
}

/** Whether a step has edges in and all of them are dead: it is to be skipped. */
export function isCutOff(plan: ReadonlyPlan, index: number): boolean {
  return hasArrived(plan, index) && itemAt(plan.liveIn, index) === 0 && edgesOf(plan.graph.into, index).length > 0;
}

/** Ready steps in diagram order, the order they are to run in; all of them, or the first few. */
export function readySteps(plan: ReadonlyPlan, limit: number = plan.ready.size): string[] {
  const steps: string[] = [];
  for (const step of inOrder(plan)) {
    if (steps.length >= limit) break;
    steps.push(step);
  }
  return steps;
}

/** The first ready step that the caller accepts, without listing the others: thousands may be ready. */
export function nextReady(plan: ReadonlyPlan, accepts: (step: string) => boolean = () => true): string | null {
  for (const step of inOrder(plan)) if (accepts(step)) return step;
  return null;
}

/** Keeps the ready set true for a step after its status or an edge into it has changed. */
export function refreshReady(plan: Plan, index: number): void {
  const rank = itemAt(plan.graph.ranks, index);
  if (isReady(plan, index)) addMember(plan.ready, rank);
  else removeMember(plan.ready, rank);
}

/** Whether a step is among the ready ones. */
export function canStart(plan: ReadonlyPlan, index: number): boolean {
  return isMember(plan.ready, itemAt(plan.graph.ranks, index));
}

/** The node at an index that comes from the plan itself. */
export function nodeAt(plan: ReadonlyPlan, index: number): PlanNode {
  return itemAt(plan.definition.nodes, index);
}

/** The state at an index that comes from the plan itself. */
export function stateAt(plan: ReadonlyPlan, index: number): StepState {
  return itemAt(plan.steps, index);
}

/** The checkpoint that a waiting or blocked step waits at. */
export function currentCheckpoint(plan: ReadonlyPlan, index: number): Checkpoint | undefined {
  const id = plan.current.get(index);
  return id === undefined ? undefined : plan.checkpoints.get(id);
}

/** The node of an id; throws `PlanError` for an id that the plan does not have. */
export function nodeOf(plan: ReadonlyPlan, step: string): PlanNode {
  return nodeAt(plan, indexOf(plan, step));
}

/** The state of a step; throws `PlanError` for an id that the plan does not have. */
export function stateOf(plan: ReadonlyPlan, step: string): StepState {
  return stateAt(plan, indexOf(plan, step));
}

function indexOf({ graph, definition }: ReadonlyPlan, step: string): number {
  const index = graph.indexOf.get(step);
  if (index === undefined) throw new PlanError(`plan "${definition.id}" has no step "${step}"`);
  return index;
}

function* inOrder(plan: ReadonlyPlan): Generator<string> {
  for (let rank = nextMember(plan.ready, 0); rank !== -1; rank = nextMember(plan.ready, rank + 1))
    yield nodeAt(plan, itemAt(plan.graph.order, rank)).id;
}
