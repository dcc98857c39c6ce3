import { componentsOf } from "./components.ts";
import { dominators } from "./dominators.ts";
import type { TypedDraft } from "./draft.ts";
import type { Arc, Graph } from "./graph.ts";

/** The arcs back to a node that dominates their source: what closes a cycle with one way in. */
export function backArcs(graph: Graph, drafts: readonly TypedDraft[]): ReadonlySet<Arc> {
  const component = componentsOf(graph);
  const within = graph.arcs.filter((arc) => component[arc.from] === component[arc.to]);
  const dominates = dominators(graph, entriesOf(graph, drafts, component));
  return new Set(within.filter((arc) => dominates(arc.to, arc.from)));
}

// Where nothing outside leads into a cycle, it begins with the node that the diagram names first.
function entriesOf(graph: Graph, drafts: readonly TypedDraft[], component: Int32Array): readonly number[] {
  const entered = new Set<number>();
  const entries: number[] = [];
  for (const arc of graph.arcs) {
    const to = component[arc.to];
    if (to !== undefined && component[arc.from] !== to) entered.add(to);
  }
  for (const { index, isStart } of drafts) {
    if (!isStart) continue;
    entries.push(index);
    entered.add(component[index] ?? -1);
  }
  for (let node = 0; node < graph.size; node += 1) {
    const own = component[node] ?? -1;
    if (entered.has(own)) continue;
    entered.add(own);
    entries.push(node);
  }
  return entries;
}
