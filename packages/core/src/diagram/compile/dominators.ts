import type { Graph } from "./graph.ts";

/** Tells whether every path from the entries to a node passes another. */
export type Dominates = (above: number, below: number) => boolean;

/**
 * Which nodes dominate which, from the given entries (Cooper, Harvey and Kennedy: "A simple, fast dominance algorithm").
 * Every node must be reachable from an entry.
 */
export function dominators(graph: Graph, entries: readonly number[]): Dominates {
  const { order, position } = reversePostorder(graph, entries);
  const isEntry = new Set(entries);
  // The virtual root above all entries has the place `root`, before every node.
  const root = -1;
  const immediate = new Int32Array(graph.size).fill(-2);
  const placeOf = (node: number) => (node === root ? -1 : (position[node] ?? -1));
  const meet = (one: number, other: number) => {
    let a = one;
    let b = other;
    while (a !== b) {
      if (placeOf(a) > placeOf(b)) a = immediate[a] ?? root;
      else b = immediate[b] ?? root;
    }
    return a;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const node of order) {
      let above: number | null = isEntry.has(node) ? root : null;
      for (const { from } of graph.into[node] ?? []) {
        if (immediate[from] === -2) continue;
        above = above === null ? from : meet(above, from);
      }
      if (above === null || immediate[node] === above) continue;
      immediate[node] = above;
      changed = true;
    }
  }
  return (above, below) => {
    let node = below;
    while (placeOf(node) > placeOf(above)) node = immediate[node] ?? root;
    return node === above;
  };
}

function reversePostorder(
  graph: Graph,
  entries: readonly number[],
): { readonly order: readonly number[]; readonly position: Int32Array } {
  const seen = new Uint8Array(graph.size);
  const nextArc = new Int32Array(graph.size);
  const order: number[] = [];
  for (const entry of [...entries].reverse()) {
    if (seen[entry] === 1) continue;
    seen[entry] = 1;
    const path = [entry];
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      const arc = graph.out[node]?.[nextArc[node] ?? 0];
      if (arc === undefined) {
        order.push(node);
        path.pop();
        continue;
      }
      nextArc[node] = (nextArc[node] ?? 0) + 1;
      if (seen[arc.to] === 1) continue;
      seen[arc.to] = 1;
      path.push(arc.to);
    }
  }
  order.reverse();
  const position = new Int32Array(graph.size);
  order.forEach((node, place) => {
    position[node] = place;
  });
  return { order, position };
}
