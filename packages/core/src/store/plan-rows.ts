import { toolLists } from "../5-authorise/tool-set.ts";
import { canonicalJson } from "../journal/canonical-json.ts";
import { itemAt } from "../plan/graph.ts";
import { foldLabel } from "../plan/labels.ts";
import type { PlanDefinition, PlanEdge, PlanNode } from "../plan/plan.ts";

/** The rows that a definition comes to, all but what changes while it runs (diagram.md 4). */
export interface PlanRows {
  readonly todos: readonly TodoRow[];
  readonly edges: readonly EdgeRow[];
  /** `todo_id`, `depends_on`; de-duplicated. */
  readonly dependencies: readonly (readonly [string, string])[];
  /** `gate_id`, `label`, `target_id`; de-duplicated. */
  readonly gates: readonly (readonly [string, string, string | null])[];
}

export interface TodoRow {
  readonly id: string;
  readonly node: string;
  readonly title: string;
  readonly description: string;
  readonly edgesIn: number;
}

export interface EdgeRow {
  readonly from: string;
  readonly to: string | null;
  readonly label: string | null;
  readonly labelKey: string | null;
}

/** What a freeze writes, and what a later check expects to find. */
export function planRows({ id: design, nodes, edges }: PlanDefinition): PlanRows {
  const ids = nodes.map((node) => `${design}::${node.id}`);
  const edgesIn = new Int32Array(nodes.length);
  const dependencies = new Map<string, readonly [string, string]>();
  const gates = new Map<string, readonly [string, string, string | null]>();
  const edgeRows = edges.map((edge) => {
    const row = edgeRow(edge, ids);
    if (edge.to !== null && row.to !== null) {
      edgesIn[edge.to] = itemAt(edgesIn, edge.to) + 1;
      dependencies.set(`${edge.from} ${edge.to}`, [row.to, row.from]);
    }
    if (row.label !== null && itemAt(nodes, edge.from).type === "gate") {
      gates.set(`${edge.from} ${edge.to} ${row.label}`, [row.from, row.label, row.to]);
    }
    return row;
  });
  const todos = nodes.map((node, index) => ({
    id: itemAt(ids, index),
    node: node.id,
    title: node.label,
    description: descriptionOf(design, node),
    edgesIn: itemAt(edgesIn, index),
  }));
  return { todos, edges: edgeRows, dependencies: [...dependencies.values()], gates: [...gates.values()] };
}

function edgeRow({ from, to, label }: PlanEdge, ids: readonly string[]): EdgeRow {
  const labelKey = label === null ? null : foldLabel(label);
  return { from: itemAt(ids, from), to: to === null ? null : itemAt(ids, to), label, labelKey };
}

/** The reference's keys, so that what reads its rows reads these. */
function descriptionOf(design: string, { id, brief, type, tools, iter }: PlanNode): string {
  return canonicalJson({
    design_id: design,
    node: id,
    step_description: brief,
    type,
    tools: toolLists(tools),
    iter,
  });
}
