import { isChoosable } from "./gates.ts";
import { itemAt } from "./graph.ts";
import { edgeState } from "./liveness.ts";
import type { SkipReason } from "./plan.ts";
import { PlanError } from "./plan-error.ts";
import { hasArrived, isCutOff, nodeAt, type ReadonlyPlan, stateAt } from "./progress.ts";
import { isAsked } from "./step-state.ts";

/** Throws `PlanError` for the first thing that no sequence of transitions could have brought about (diagram.md 5). */
export function checkState(plan: ReadonlyPlan): void {
  const { nodes, edges } = plan.definition;
  if (plan.steps.length !== nodes.length) throw new PlanError(`${plan.steps.length} steps of ${nodes.length}`);
  if (plan.edges.length !== edges.length) throw new PlanError(`${plan.edges.length} edges of ${edges.length}`);
  for (const { index } of nodes) {
    const fault = faultOf(plan, index);
    if (fault !== undefined) throw new PlanError(`step "${nodeAt(plan, index).id}" ${fault}`);
  }
  for (const edge of edges) {
    const source = nodeAt(plan, edge.from);
    const state = itemAt(plan.edges, edge.index);
    const expected = edgeState(source, edge, stateAt(plan, edge.from));
    if (state !== expected)
      throw new PlanError(`edge ${edge.index} out of "${source.id}" is ${state}, not ${expected}`);
  }
  for (const { id, step } of plan.checkpoints.values())
    if (!plan.graph.indexOf.has(step)) throw new PlanError(`checkpoint "${id}" is of no step of this plan`);
}

function faultOf(plan: ReadonlyPlan, index: number): string | undefined {
  const { status, skipped, attempt, label } = stateAt(plan, index);
  if ((status === "skipped") !== (skipped !== undefined)) return `is ${status} with the skip reason ${skipped}`;
  if (status === "pending") return isCutOff(plan, index) ? "is pending although every edge to it is dead" : undefined;
  if (skipped === "loop_exit") return undefined;
  if (!hasArrived(plan, index)) return `is ${status} although an edge to it is open`;
  if (isCutOff(plan, index)) return isDead(skipped) ? undefined : `is ${status} although every edge to it is dead`;
  if (skipped === "routed") return "was routed away although an edge to it is live";
  if (attempt === 0) return `is ${status} and was never started`;
  if (isAsked(status) && !plan.current.has(index)) return `is ${status} without a checkpoint`;
  if (status === "done" && nodeAt(plan, index).type === "gate" && !isChoosable(plan, index, label))
    return "is a gate that is done without one of its labels";
  return undefined;
}

function isDead(skipped: SkipReason | undefined): boolean {
  return skipped === "routed" || skipped === "cancelled";
}
