import type { Box, Point, Size } from "./geometry.ts";

/** What is used of a graph of dagre. */
interface LayoutGraph {
  setGraph(settings: Readonly<Record<string, string | number>>): void;
  setNode(name: string, size: Size | Readonly<Record<string, never>>): void;
  setParent(name: string, parent: string): void;
  setEdge(from: string, to: string, label: Size & { readonly labelpos: string }, name: string): void;
  graph(): Partial<Size>;
  node(name: string): Box;
  edge(from: string, to: string, name: string): Partial<Point> & { readonly points: readonly Point[] };
}

interface Dagre {
  readonly Graph: new (options: { readonly multigraph: boolean; readonly compound: boolean }) => LayoutGraph;
  layout(graph: LayoutGraph): void;
}

/** Loads dagre when something is to be placed: nothing else waits for it. Its own types are not found by ES modules. */
export async function loadDagre(): Promise<Dagre> {
  return import("@dagrejs/dagre");
}
