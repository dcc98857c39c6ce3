import { edgesOf, itemAt } from "./graph.ts";
import type { PlanNode } from "./plan.ts";
import { nodeAt, type ReadonlyPlan } from "./progress.ts";

/** The later passes of a loop, in order. They are found along the chain: a loop in a cycle is copied, all of one origin. */
export function laterPasses(plan: ReadonlyPlan, index: number): number[] {
  const passes: number[] = [];
  for (let next = nextPass(plan, index); next !== undefined; next = nextPass(plan, next)) passes.push(next);
  return passes;
}

/** Whether a person is asked when this pass ends without having asked to end the loop (diagram.md 5, loop). */
export function asksWhenExhausted(node: PlanNode): boolean {
  return node.type === "loop" && node.onExhaust === "checkpoint" && node.iter === node.maxIter;
}

function nextPass(plan: ReadonlyPlan, index: number): number | undefined {
  const { origin, iter, type } = nodeAt(plan, index);
  if (type !== "loop" || iter === undefined) return undefined;
  for (const edge of edgesOf(plan.graph.out, index)) {
    const { to } = itemAt(plan.definition.edges, edge);
    if (to === null) continue;
    const target = nodeAt(plan, to);
    if (target.origin === origin && target.iter === iter + 1) return to;
  }
  return undefined;
}
