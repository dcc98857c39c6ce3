import type { Graph } from "./graph.ts";

/** The strongly connected component of each node, by number (Tarjan's algorithm, without recursion: chains may be long). */
export function componentsOf({ size, out }: Graph): Int32Array {
  const component = new Int32Array(size).fill(-1);
  const order = new Int32Array(size).fill(-1);
  const lowest = new Int32Array(size);
  const nextArc = new Int32Array(size);
  const open: number[] = [];
  const path: number[] = [];
  let visited = 0;
  let found = 0;
  const enter = (node: number) => {
    order[node] = visited;
    lowest[node] = visited;
    visited += 1;
    open.push(node);
    path.push(node);
  };
  for (let root = 0; root < size; root += 1) {
    if (order[root] === -1) enter(root);
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      const arc = out[node]?.[nextArc[node] ?? 0];
      if (arc !== undefined) {
        nextArc[node] = (nextArc[node] ?? 0) + 1;
        if (order[arc.to] === -1) enter(arc.to);
        else if (component[arc.to] === -1) lowest[node] = Math.min(lowest[node] ?? 0, order[arc.to] ?? 0);
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above !== undefined) lowest[above] = Math.min(lowest[above] ?? 0, lowest[node] ?? 0);
      if (lowest[node] !== order[node]) continue;
      for (let member = open.pop(); member !== undefined; member = open.pop()) {
        component[member] = found;
        if (member === node) break;
      }
      found += 1;
    }
  }
  return component;
}
