import { foldLabel } from "./labels.ts";
import type { PlanDefinition, PlanEdge, PlanNode } from "./plan.ts";
import { PlanError } from "./plan-error.ts";

/** A definition with its look-ups: adjacency in flat arrays, since a plan may have 300,000 edges. */
export interface PlanGraph {
  readonly indexOf: ReadonlyMap<string, number>;
  readonly out: Adjacency;
  readonly into: Adjacency;
}

/** The edge indexes of node `i` are `edges[starts[i]]` up to `edges[starts[i + 1]]`, in the order of the definition. */
export interface Adjacency {
  readonly starts: Int32Array;
  readonly edges: Int32Array;
}

/** Indexes a definition. Throws `PlanError` for one that no compiler makes: it is misuse of the API, not a wrong diagram. */
export function graphOf(definition: PlanDefinition): PlanGraph {
  const { nodes, edges } = definition;
  const indexOf = new Map<string, number>();
  nodes.forEach((node, index) => {
    if (node.index !== index) throw new PlanError(`node "${node.id}" is at ${index} and says ${node.index}`);
    if (indexOf.has(node.id)) throw new PlanError(`two nodes have the id "${node.id}"`);
    indexOf.set(node.id, index);
  });
  edges.forEach((edge, index) => {
    if (edge.index !== index) throw new PlanError(`the edge at ${index} says ${edge.index}`);
    if (nodes[edge.from] === undefined) throw new PlanError(`edge ${index} leaves no node`);
    if (edge.to !== null && nodes[edge.to] === undefined) throw new PlanError(`edge ${index} leads to no node`);
  });
  const graph = {
    indexOf,
    out: adjacency(nodes.length, edges, ({ from }) => from),
    into: adjacency(nodes.length, edges, ({ to }) => to),
  };
  for (const node of nodes) checkEdgesOut(node, edgesOf(graph.out, node.index), edges);
  return graph;
}

/** The edge indexes of a node, in the order of the definition. */
export function edgesOf({ starts, edges }: Adjacency, node: number): Int32Array {
  return edges.subarray(starts[node], starts[node + 1]);
}

/** An element that must be there; anything else is a fault in this program. */
export function itemAt<Value>(list: ArrayLike<Value>, index: number): Value {
  const value = list[index];
  if (value === undefined) throw new RangeError(`nothing at ${index} of ${list.length}`);
  return value;
}

function adjacency(nodes: number, edges: readonly PlanEdge[], end: (edge: PlanEdge) => number | null): Adjacency {
  const starts = new Int32Array(nodes + 1);
  for (const edge of edges) {
    const node = end(edge);
    if (node !== null) starts[node + 1] = itemAt(starts, node + 1) + 1;
  }
  for (let node = 0; node < nodes; node += 1) starts[node + 1] = itemAt(starts, node + 1) + itemAt(starts, node);
  const next = starts.slice();
  const listed = new Int32Array(itemAt(starts, nodes));
  for (const edge of edges) {
    const node = end(edge);
    if (node === null) continue;
    const place = itemAt(next, node);
    listed[place] = edge.index;
    next[node] = place + 1;
  }
  return { starts, edges: listed };
}

// A gate without two labels could never be decided, and only a label says what an edge to nowhere means (diagram.md 2).
function checkEdgesOut(node: PlanNode, out: Int32Array, edges: readonly PlanEdge[]): void {
  const labels = new Set<string>();
  for (const index of out) {
    const { label, to } = itemAt(edges, index);
    if (node.type === "gate") {
      if (label === null) throw new PlanError(`an edge out of the gate "${node.id}" has no label`);
      labels.add(foldLabel(label));
    } else if (to === null) throw new PlanError(`"${node.id}" is no gate and has an edge to nowhere`);
  }
  if (node.type === "gate" && labels.size < 2) throw new PlanError(`the gate "${node.id}" has fewer than two labels`);
}
