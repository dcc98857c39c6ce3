import { toolLists } from "../5-authorise/tool-set.ts";
import type { PlanDefinition, PlanEdge, PlanNode } from "../plan/plan.ts";

/** What most nodes and edges are; only what differs is written, since a plan may have 100,000 nodes. */
const usualNode = { onExhaust: "continue", retries: 0, idempotent: true } as const;
const usualEdge = { label: null, kind: "solid", fallback: false } as const;

/** A node as JSON has it: its place is its index, its tools are sorted lists, and what is usual is left out. */
type WrittenNode = Omit<PlanNode, "index" | "origin" | "tools" | keyof typeof usualNode> &
  Partial<Pick<PlanNode, "origin" | keyof typeof usualNode>> & {
    readonly tools?: { readonly allowed: readonly string[] | null; readonly denied: readonly string[] };
  };
type WrittenEdge = Pick<PlanEdge, "from" | "to"> & Partial<PlanEdge>;

interface WrittenDefinition extends Omit<PlanDefinition, "nodes" | "edges"> {
  readonly nodes: readonly WrittenNode[];
  readonly edges: readonly WrittenEdge[];
}

/** A definition as text. It is hashed as it is kept, so its members may stand in any order. */
export function definitionText({ nodes, edges, ...rest }: PlanDefinition): string {
  const head = JSON.stringify(rest).slice(0, -1);
  return `${head},"nodes":[${listText(nodes, nodeText)}],"edges":[${listText(edges, edgeText)}]}`;
}

/** A thousand at a time: the pieces of the whole would take more memory than the plan. */
function listText<Item>(items: readonly Item[], textOf: (item: Item) => string): string {
  const parts: string[] = [];
  for (let from = 0; from < items.length; from += 1_000)
    parts.push(
      items
        .slice(from, from + 1_000)
        .map(textOf)
        .join(","),
    );
  return parts.join(",");
}

/** Reads what `definitionText` wrote. */
export function parseDefinition(text: string): PlanDefinition {
  const written: WrittenDefinition = JSON.parse(text);
  return { ...written, nodes: written.nodes.map(readNode), edges: written.edges.map(readEdge) };
}

function nodeText({ index: _, origin, tools, ...node }: PlanNode): string {
  const isConstrained = tools.allowed !== null || tools.denied.size > 0;
  return JSON.stringify({
    ...node,
    ...unusual(node, usualNode),
    ...(origin === node.id ? {} : { origin }),
    ...(isConstrained ? { tools: toolLists(tools) } : {}),
  });
}

function edgeText({ index: _, ...edge }: PlanEdge): string {
  return JSON.stringify({ ...edge, ...unusual(edge, usualEdge) });
}

/** The members that are as usual, as undefined: JSON leaves them out. */
function unusual<T extends object>(item: T, usual: Partial<T>): Partial<Record<keyof T, undefined>> {
  const result: Partial<Record<keyof T, undefined>> = {};
  for (const name in usual) if (item[name] === usual[name]) result[name] = undefined;
  return result;
}

function readNode(node: WrittenNode, index: number): PlanNode {
  const { allowed, denied } = node.tools ?? { allowed: null, denied: [] };
  const tools = { allowed: allowed === null ? null : new Set(allowed), denied: new Set(denied) };
  return { ...usualNode, origin: node.id, ...node, index, tools };
}

function readEdge(edge: WrittenEdge, index: number): PlanEdge {
  return { ...usualEdge, ...edge, index };
}
