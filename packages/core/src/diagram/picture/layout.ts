import { loadDagre } from "./dagre.ts";
import type { Box, Point, Size } from "./geometry.ts";

export interface Placed {
  readonly size: Size;
  readonly steps: readonly Box[];
  readonly groups: readonly Box[];
  readonly edges: readonly { readonly points: readonly Point[]; readonly label: Point }[];
}

export interface ToPlace {
  readonly direction: "TB" | "BT" | "LR" | "RL";
  readonly steps: readonly (Size & { readonly group: number | null })[];
  /** Parents by their place in this list. */
  readonly groups: readonly { readonly parent: number | null }[];
  /** By places in `steps`, with the size of the label. */
  readonly edges: readonly (Size & { readonly from: number; readonly to: number })[];
}

/** Beyond it the ranks that make edges shortest take a minute to find, and those of the longest path seconds. */
const mostWithShortEdges = 500;

/** Places steps in ranks along the direction, groups around them and edges between them. */
export async function layOut({ direction, steps, groups, edges }: ToPlace): Promise<Placed> {
  const { Graph, layout } = await loadDagre();
  const graph = new Graph({ multigraph: true, compound: groups.length > 0 });
  const ranker = edges.length > mostWithShortEdges ? "longest-path" : "network-simplex";
  graph.setGraph({ ranker, rankdir: direction, nodesep: 32, ranksep: 44, edgesep: 16, marginx: 20, marginy: 20 });
  for (const index of groups.keys()) graph.setNode(`g${index}`, {});
  for (const [index, { parent }] of groups.entries()) if (parent !== null) graph.setParent(`g${index}`, `g${parent}`);
  for (const [index, { width, height, group }] of steps.entries()) {
    graph.setNode(`s${index}`, { width, height });
    if (group !== null) graph.setParent(`s${index}`, `g${group}`);
  }
  for (const [index, { from, to, width, height }] of edges.entries())
    graph.setEdge(`s${from}`, `s${to}`, { width, height, labelpos: "c" }, `e${index}`);
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    size: { width, height },
    steps: steps.map((_, index) => boxOf(graph.node(`s${index}`))),
    groups: groups.map((_, index) => boxOf(graph.node(`g${index}`))),
    edges: edges.map(({ from, to }, index) => {
      const { points, x = 0, y = 0 } = graph.edge(`s${from}`, `s${to}`, `e${index}`);
      return { points, label: { x, y } };
    }),
  };
}

function boxOf({ x, y, width, height }: Box): Box {
  return { x, y, width, height };
}
