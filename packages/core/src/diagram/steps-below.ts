import { edgesOf, itemAt, type PlanGraph } from "../plan/graph.ts";
import type { PlanDefinition } from "../plan/plan.ts";

/** Above all steps that no edge leads to. */
const root = -1;

/**
 * The dominator tree of a plan: for each step those that every path to passes it last, and the steps that nothing has to be
 * passed for. All in the order of running.
 */
export function stepsBelow(
  { edges, nodes }: PlanDefinition,
  { order, into }: PlanGraph,
): { readonly starts: readonly number[]; readonly below: readonly (readonly number[])[] } {
  const above = new Int32Array(nodes.length).fill(root);
  const depth = new Int32Array(nodes.length);
  const starts: number[] = [];
  const below: number[][] = nodes.map(() => []);
  const meet = (one: number, other: number) => {
    let [a, b] = [one, other];
    while (a !== b) {
      if (a === root || b === root) return root;
      if (itemAt(depth, a) >= itemAt(depth, b)) a = itemAt(above, a);
      else b = itemAt(above, b);
    }
    return a;
  };
  // A plan has no cycles, so that the steps before one are all placed when it is.
  for (const step of order) {
    const before = Array.from(edgesOf(into, step), (edge) => itemAt(edges, edge).from);
    const parent = before.length === 0 ? root : before.reduce(meet);
    above[step] = parent;
    depth[step] = parent === root ? 0 : itemAt(depth, parent) + 1;
    (parent === root ? starts : itemAt(below, parent)).push(step);
  }
  return { starts, below };
}
