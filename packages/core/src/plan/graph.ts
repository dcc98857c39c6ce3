import { foldLabel } from "./labels.ts";
import type { PlanDefinition, PlanEdge, PlanNode } from "./plan.ts";
import { PlanError } from "./plan-error.ts";

/** A definition with its look-ups: adjacency in flat arrays, since a plan may have 300,000 edges. */
export interface PlanGraph {
  readonly indexOf: ReadonlyMap<string, number>;
  /** The passes of a loop or cycle by the id that it has in the diagram, in order. */
  readonly passesOf: ReadonlyMap<string, readonly number[]>;
  /** The order that ready steps run in, and the place of each node in it. */
  readonly order: Int32Array;
  readonly ranks: Int32Array;
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
  const passesOf = new Map<string, number[]>();
  nodes.forEach((node, index) => {
    if (node.index !== index) throw new PlanError(`node "${node.id}" is at ${index} and says ${node.index}`);
    if (indexOf.has(node.id)) throw new PlanError(`two nodes have the id "${node.id}"`);
    indexOf.set(node.id, index);
    if (node.origin === node.id) return;
    const passes = passesOf.get(node.origin);
    if (passes === undefined) passesOf.set(node.origin, [index]);
    else passes.push(index);
  });
  edges.forEach((edge, index) => {
    if (edge.index !== index) throw new PlanError(`the edge at ${index} says ${edge.index}`);
    if (nodes[edge.from] === undefined) throw new PlanError(`edge ${index} leaves no node`);
    if (edge.to !== null && nodes[edge.to] === undefined) throw new PlanError(`edge ${index} leads to no node`);
  });
  const out = adjacency(nodes.length, edges, ({ from }) => from);
  const into = adjacency(nodes.length, edges, ({ to }) => to);
  for (const node of nodes) checkEdgesOut(node, edgesOf(out, node.index), edges);
  const order = runOrder(edges, out, into);
  const ranks = new Int32Array(nodes.length);
  order.forEach((node, rank) => {
    ranks[node] = rank;
  });
  return { indexOf, passesOf, order, ranks, out, into };
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

// Diagram order follows the arrows: from the starts on, each node when the last edge into it has been drawn, so that a
// node named early, for the sake of a late edge, is not put ahead of what is drawn before it can run (diagram.md 5, order).
function runOrder(edges: readonly PlanEdge[], out: Adjacency, into: Adjacency): Int32Array {
  const nodes = out.starts.length - 1;
  const open = Int32Array.from({ length: nodes }, (_, node) => edgesOf(into, node).length);
  const order = new Int32Array(nodes);
  let placed = 0;
  for (let node = 0; node < nodes; node += 1) if (open[node] === 0) order[placed++] = node;
  for (let rank = 0; rank < placed; rank += 1) {
    for (const edge of edgesOf(out, itemAt(order, rank))) {
      const { to } = itemAt(edges, edge);
      if (to === null) continue;
      const left = itemAt(open, to) - 1;
      open[to] = left;
      if (left === 0) order[placed++] = to;
    }
  }
  // What is left lies on a cycle or behind one, and never becomes ready; it still has its place.
  for (let node = 0; node < nodes; node += 1) if (itemAt(open, node) > 0) order[placed++] = node;
  return order;
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
