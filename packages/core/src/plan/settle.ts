import type { Change, StepChange } from "./change.ts";
import { edgesOf, itemAt } from "./graph.ts";
import { edgeState } from "./liveness.ts";
import type { SkipReason } from "./plan.ts";
import { nodeAt, type ReadonlyPlan, stateAt } from "./progress.ts";
import { changeStep } from "./step-change.ts";

/**
 * A step becomes final: its edges settle, a step that is cut off by that is skipped and settles in turn, and so on to the
 * end of the dead branch (diagram.md 5, liveness). `alongside` are skips that come with it: the rest of a loop.
 */
export function settle(plan: ReadonlyPlan, first: StepChange, alongside: readonly StepChange[] = []): Change[] {
  const changes: Change[] = [];
  const arrivals = new Map<number, Arrivals>();
  const settled = [first, ...alongside];
  const final = new Map(settled.map((change) => [change.index, change]));
  for (const change of settled) {
    changes.push(change);
    const source = nodeAt(plan, change.index);
    for (const index of edgesOf(plan.graph.out, change.index)) {
      const edge = itemAt(plan.definition.edges, index);
      const state = edgeState(source, edge, { ...change, status: change.to });
      if (state === "open") throw new TypeError(`"${change.step}" is not final: its edges cannot settle`);
      changes.push({ type: "edge", index, state });
      if (edge.to === null || final.has(edge.to)) continue;
      const { open, live } = arrive(plan, arrivals, edge.to, state);
      if (open > 0 || live > 0) continue;
      const skipped = skipReason(plan, final, edge.to);
      const skip = changeStep(nodeAt(plan, edge.to), stateAt(plan, edge.to), "skipped", change.at, { skipped });
      final.set(edge.to, skip);
      settled.push(skip);
    }
  }
  return changes;
}

interface Arrivals {
  open: number;
  live: number;
}

function arrive(plan: ReadonlyPlan, arrivals: Map<number, Arrivals>, target: number, state: "live" | "dead"): Arrivals {
  const counted = arrivals.get(target) ?? { open: itemAt(plan.openIn, target), live: itemAt(plan.liveIn, target) };
  counted.open -= 1;
  if (state === "live") counted.live += 1;
  arrivals.set(target, counted);
  return counted;
}

// All edges in have settled, so the reason does not depend on the order in which they did.
function skipReason(plan: ReadonlyPlan, final: ReadonlyMap<number, StepChange>, target: number): SkipReason {
  for (const index of edgesOf(plan.graph.into, target)) {
    const { from } = itemAt(plan.definition.edges, index);
    if ((final.get(from) ?? stateAt(plan, from)).skipped === "cancelled") return "cancelled";
  }
  return "routed";
}
