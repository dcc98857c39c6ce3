import type { PlanDefinition, PlanEdge, PlanNode } from "../plan/plan.ts";

/** A node by its id alone (a prompt step), or with what matters about it. */
export type NodeSketch = string | (Partial<Omit<PlanNode, "index">> & { readonly id: string });

/** From, to (null for nowhere), and label; `exhausted` marks the closing edge of a last pass. */
export type EdgeSketch =
  | readonly [from: string, to: string | null]
  | readonly [from: string, to: string | null, label: string]
  | readonly [from: string, to: string | null, label: string, marks: Pick<PlanEdge, "exhausted">];

const fallbacks = ["default", "else", "otherwise"];

/** A plan's definition written by hand, for tests that are not about diagrams. */
export function sketchPlan(nodes: readonly NodeSketch[], edges: readonly EdgeSketch[], id = "plan"): PlanDefinition {
  const sketched = nodes.map((node, index) => sketchNode(typeof node === "string" ? { id: node } : node, index));
  const places = new Map(sketched.map((node) => [node.id, node.index]));
  return {
    id,
    mode: "advanced",
    hash: "0".repeat(64),
    diagram: "flowchart LR\n",
    nodes: sketched,
    edges: edges.map(([from, to, label, marks], index) => ({
      index,
      from: placeOf(places, from),
      to: to === null ? null : placeOf(places, to),
      label: label ?? null,
      kind: "solid",
      fallback: label !== undefined && fallbacks.includes(label.trim().toLowerCase()),
      ...marks,
    })),
  };
}

/** The passes of a loop as nodes and the chain between them. */
export function sketchLoop(
  id: string,
  maxIter: number,
  about: Partial<PlanNode> = {},
): { readonly nodes: readonly NodeSketch[]; readonly edges: readonly EdgeSketch[]; first: string; last: string } {
  const pass = (iter: number) => `${id}::iter_${iter}`;
  const iterations = Array.from({ length: maxIter }, (_, index) => index + 1);
  return {
    nodes: iterations.map((iter) => ({ ...about, id: pass(iter), type: "loop", origin: id, iter, maxIter })),
    edges: iterations.slice(1).map((iter) => [pass(iter - 1), pass(iter)] as const),
    first: pass(1),
    last: pass(maxIter),
  };
}

function sketchNode(node: Exclude<NodeSketch, string>, index: number): PlanNode {
  return {
    label: node.id,
    shape: "rect",
    type: "prompt",
    brief: "",
    tools: { allowed: null, denied: new Set() },
    origin: node.id,
    onExhaust: "continue",
    retries: 0,
    idempotent: true,
    ...node,
    index,
  };
}

function placeOf(places: ReadonlyMap<string, number>, id: string): number {
  const place = places.get(id);
  if (place === undefined) throw new TypeError(`the sketch has an edge at "${id}" and no such node`);
  return place;
}
