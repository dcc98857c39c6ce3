import { isSameAnswer } from "./answers.ts";
import type { Change, StepChange } from "./change.ts";
import { isChoosable } from "./gates.ts";
import { edgesOf, itemAt } from "./graph.ts";
import { edgeState } from "./liveness.ts";
import type { Answer, Checkpoint, EdgeState } from "./plan.ts";
import { PlanError } from "./plan-error.ts";
import { canStart, isCutOff, nodeAt, type Plan, refreshReady, stateAt } from "./progress.ts";
import { canBecome, isAsked, isFinal, stateAfter } from "./step-state.ts";

/** What a list of changes has begun and must have completed when it ends. */
interface Debts {
  edges: number;
  skips: number;
  checkpoints: number;
}

/**
 * Changes the plan, as nothing else does. Every change is checked against diagram.md 5, and all of them together must leave
 * no edge of a final step open, no cut-off step pending and nobody waiting without a checkpoint. Throws `PlanError` for
 * changes that `transition` did not make of this plan as it stands; the plan is then half changed and must be loaded again.
 */
export function applyChanges(plan: Plan, changes: readonly Change[]): void {
  const debts: Debts = { edges: 0, skips: 0, checkpoints: 0 };
  for (const change of changes) applyChange(plan, change, debts);
  if (debts.edges !== 0) throw new PlanError("the changes leave edges of a final step open");
  if (debts.skips !== 0) throw new PlanError("the changes leave a step pending although every edge to it is dead");
  if (debts.checkpoints !== 0) throw new PlanError("the changes leave a step waiting without a checkpoint");
}

function applyChange(plan: Plan, change: Change, debts: Debts): void {
  switch (change.type) {
    case "step":
      applyStep(plan, change, debts);
      break;
    case "edge":
      applyEdge(plan, change.index, change.state, debts);
      break;
    case "checkpoint":
      openCheckpoint(plan, change.checkpoint, debts);
      break;
    case "answer":
      recordAnswer(plan, change.checkpoint, change.answer);
      break;
  }
}

function applyStep(plan: Plan, change: StepChange, debts: Debts): void {
  const { index, from, to } = change;
  const fault = faultOf(plan, change);
  if (fault !== undefined) throw new PlanError(`step "${change.step}" cannot become ${to}: ${fault}`);
  if (from === "pending" && isCutOff(plan, index)) debts.skips -= 1;
  if (isFinal(to)) debts.edges += edgesOf(plan.graph.out, index).length;
  if (isAsked(to)) debts.checkpoints += 1;
  plan.counts[from] -= 1;
  plan.counts[to] += 1;
  plan.steps[index] = stateAfter(stateAt(plan, index), change);
  plan.current.delete(index);
  refreshReady(plan, index);
}

function faultOf(plan: Plan, change: StepChange): string | undefined {
  const { index, from, to, attempt, skipped, label } = change;
  const node = nodeAt(plan, index);
  const state = stateAt(plan, index);
  if (node.id !== change.step) return `the step at ${index} is "${node.id}"`;
  if (state.status !== from) return `it is ${state.status}, not ${from}`;
  if (!canBecome(from, to)) return `nothing leads there from ${from}`;
  if (attempt !== state.attempt + (to === "in_progress" ? 1 : 0)) return `attempt ${attempt} does not follow`;
  if (from === "pending" && to === "in_progress" && !canStart(plan, index)) return "it is not ready";
  if ((to === "skipped") !== (skipped !== undefined)) return `its skip reason is ${skipped}`;
  if (from === "pending" && to === "skipped" && skipped !== "loop_exit" && !isCutOff(plan, index))
    return "an edge to it is open or live";
  // Routing and loops pass over what has not begun; a person waives what has.
  const passesOver = skipped === "routed" || skipped === "loop_exit";
  if (to === "skipped" && (from === "pending" ? skipped === "waived" : passesOver))
    return `from ${from} it is not ${skipped}`;
  if (node.type === "gate" && to === "done" && !isChoosable(plan, index, label))
    return `"${label}" is none of its labels`;
  return undefined;
}

function applyEdge(plan: Plan, index: number, state: EdgeState, debts: Debts): void {
  const edge = itemAt(plan.definition.edges, index);
  const source = nodeAt(plan, edge.from);
  const expected = edgeState(source, edge, stateAt(plan, edge.from));
  if (plan.edges[index] !== "open") throw new PlanError(`edge ${index} out of "${source.id}" has settled before`);
  if (expected === "open" || expected !== state)
    throw new PlanError(`edge ${index} out of "${source.id}" is to be ${expected}, not ${state}`);
  plan.edges[index] = state;
  debts.edges -= 1;
  const { to } = edge;
  if (to === null) return;
  plan.openIn[to] = itemAt(plan.openIn, to) - 1;
  if (state === "live") plan.liveIn[to] = itemAt(plan.liveIn, to) + 1;
  if (stateAt(plan, to).status === "pending" && isCutOff(plan, to)) debts.skips += 1;
  refreshReady(plan, to);
}

function openCheckpoint(plan: Plan, checkpoint: Checkpoint, debts: Debts): void {
  const index = plan.graph.indexOf.get(checkpoint.step);
  if (index === undefined) throw new PlanError(`checkpoint "${checkpoint.id}" is of no step of this plan`);
  const { status, attempt } = stateAt(plan, index);
  if (!isAsked(status) || attempt !== checkpoint.attempt || plan.current.has(index))
    throw new PlanError(
      `checkpoint "${checkpoint.id}" does not belong to a step that is ${status} at attempt ${attempt}`,
    );
  if (plan.checkpoints.has(checkpoint.id)) throw new PlanError(`checkpoint "${checkpoint.id}" was opened before`);
  plan.checkpoints.set(checkpoint.id, checkpoint);
  plan.current.set(index, checkpoint.id);
  debts.checkpoints -= 1;
}

function recordAnswer(plan: Plan, id: string, answer: Answer): void {
  const checkpoint = plan.checkpoints.get(id);
  const index = checkpoint === undefined ? undefined : plan.graph.indexOf.get(checkpoint.step);
  if (checkpoint === undefined || index === undefined || plan.current.get(index) !== id)
    throw new PlanError(`checkpoint "${id}" is not one that a step waits at`);
  if (checkpoint.answer !== undefined && !isSameAnswer(checkpoint.answer, answer))
    throw new PlanError(`checkpoint "${id}" has another answer`);
  plan.checkpoints.set(id, { ...checkpoint, answer });
}
