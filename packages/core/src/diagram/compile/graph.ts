import type { DiagramEdge } from "../mermaid/diagram.ts";
import type { TypedDraft } from "./draft.ts";

/** An edge of the diagram between two nodes, by their places. */
export interface Arc {
  readonly from: number;
  readonly to: number;
  readonly edge: DiagramEdge;
}

/** The diagram as the search for cycles walks it. */
export interface Graph {
  readonly size: number;
  readonly arcs: readonly Arc[];
  readonly out: readonly (readonly Arc[])[];
  readonly into: readonly (readonly Arc[])[];
}

export function graphOf(drafts: readonly TypedDraft[]): Graph {
  const places = new Map(drafts.map(({ node, index }) => [node.id, index]));
  const out: Arc[][] = drafts.map(() => []);
  const into: Arc[][] = drafts.map(() => []);
  const arcs: Arc[] = [];
  for (const { index, edgesOut } of drafts) {
    for (const edge of edgesOut) {
      const to = edge.to === null ? undefined : places.get(edge.to);
      if (to === undefined) continue;
      const arc = { from: index, to, edge };
      arcs.push(arc);
      out[index]?.push(arc);
      into[to]?.push(arc);
    }
  }
  return { size: drafts.length, arcs, out, into };
}

/** The nodes that no order reaches when the given arcs are left out: those of cycles, and those behind them. */
export function unorderable(graph: Graph, without: ReadonlySet<Arc>): ReadonlySet<number> {
  const waiting = new Int32Array(graph.size);
  for (const arc of graph.arcs) if (!without.has(arc)) waiting[arc.to] = (waiting[arc.to] ?? 0) + 1;
  const ready: number[] = [];
  waiting.forEach((count, node) => {
    if (count === 0) ready.push(node);
  });
  const left = new Set(waiting.keys());
  for (let node = ready.pop(); node !== undefined; node = ready.pop()) {
    left.delete(node);
    for (const arc of graph.out[node] ?? []) {
      if (without.has(arc)) continue;
      const count = (waiting[arc.to] ?? 0) - 1;
      waiting[arc.to] = count;
      if (count === 0) ready.push(arc.to);
    }
  }
  return left;
}

/** The arcs of one cycle among nodes that no order reaches: each of them waits for another of them, so walking back ends in one. */
export function someCycle(graph: Graph, among: ReadonlySet<number>, without: ReadonlySet<Arc>): readonly Arc[] {
  const [first] = among;
  const walked: Arc[] = [];
  const stepOf = new Map<number, number>();
  for (let node = first; node !== undefined; ) {
    const seen = stepOf.get(node);
    if (seen !== undefined) return walked.slice(seen).reverse();
    stepOf.set(node, walked.length);
    const back: Arc | undefined = graph.into[node]?.find((arc) => among.has(arc.from) && !without.has(arc));
    if (back === undefined) return [];
    walked.push(back);
    node = back.from;
  }
  return [];
}
