import { cycle } from "../../diagnostics/catalogue.generated.ts";
import type { Arc, Graph } from "./graph.ts";
import type { Report } from "./report.ts";

const shownArcs = 8;

/** Reports a cycle by the names of its edges, with what could be done about it. */
export function reportCycle(arcs: readonly Arc[], help: string, report: Report): void {
  const last = arcs.at(-1);
  if (last === undefined) return;
  const names = arcs.map(({ edge }) => `${edge.from} -> ${edge.to}`);
  const edges = names.length > shownArcs ? [...names.slice(0, shownArcs - 2), "...", ...names.slice(-1)] : names;
  const related = arcs
    .slice(0, shownArcs)
    .map(({ edge }) => ({ at: edge.place, message: `${edge.from} -> ${edge.to}` }));
  report(cycle({ at: last.edge.place, edges: edges.join(", "), related, help }));
}

/** The arcs from the target of a closing arc to its source, by the shortest way. */
export function pathWithin(graph: Graph, closing: Arc): readonly Arc[] {
  const reachedBy = new Map<number, Arc | null>([[closing.to, null]]);
  for (const node of reachedBy.keys()) {
    if (node === closing.from) break;
    for (const arc of graph.out[node] ?? []) if (!reachedBy.has(arc.to)) reachedBy.set(arc.to, arc);
  }
  const path: Arc[] = [];
  for (let arc = reachedBy.get(closing.from); arc; arc = reachedBy.get(arc.from)) path.push(arc);
  return path.reverse();
}
