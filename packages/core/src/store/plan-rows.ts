import { toolLists } from "../5-authorise/tool-set.ts";
import { canonicalJson } from "../journal/canonical-json.ts";
import { edgesOf, itemAt, type PlanGraph } from "../plan/graph.ts";
import { foldLabel } from "../plan/labels.ts";
import type { PlanDefinition, PlanNode } from "../plan/plan.ts";

/** A definition with its look-ups. */
export interface PlanShape {
  readonly definition: PlanDefinition;
  readonly graph: PlanGraph;
}

/** A row of `todos`, all but what changes while the plan runs; likewise below. */
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

export interface DependencyRow {
  readonly todo: string;
  readonly dependsOn: string;
}

export interface GateRow {
  readonly gate: string;
  readonly label: string;
  readonly target: string | null;
}

/** The key of a step in all tables (diagram.md 4). */
export function todoId(plan: string, step: string): string {
  return `${plan}::${step}`;
}

/** What a freeze writes, and what a later check expects to find. One at a time: a plan may have 300,000 edges. */
export function* todoRows({ definition, graph }: PlanShape): Iterable<TodoRow> {
  for (const node of definition.nodes) {
    yield {
      id: todoId(definition.id, node.id),
      node: node.id,
      title: node.label,
      description: descriptionOf(definition.id, node),
      edgesIn: edgesOf(graph.into, node.index).length,
    };
  }
}

export function* edgeRows({ id, nodes, edges }: PlanDefinition): Iterable<EdgeRow> {
  for (const { from, to, label } of edges) {
    yield {
      from: todoId(id, itemAt(nodes, from).id),
      to: to === null ? null : todoId(id, itemAt(nodes, to).id),
      label,
      labelKey: label === null ? null : foldLabel(label),
    };
  }
}

/** Each pair of steps that an edge joins, once. */
export function* dependencyRows({ definition: { id, nodes, edges }, graph }: PlanShape): Iterable<DependencyRow> {
  for (const node of nodes) {
    const sources = new Set<number>();
    for (const edge of edgesOf(graph.into, node.index)) sources.add(itemAt(edges, edge).from);
    for (const source of sources) {
      yield { todo: todoId(id, node.id), dependsOn: todoId(id, itemAt(nodes, source).id) };
    }
  }
}

/** Each label of each gate with where it leads, once. */
export function* gateRows({ definition: { id, nodes, edges }, graph }: PlanShape): Iterable<GateRow> {
  for (const node of nodes) {
    if (node.type !== "gate") continue;
    const seen = new Set<string>();
    for (const edge of edgesOf(graph.out, node.index)) {
      const { to, label } = itemAt(edges, edge);
      if (label === null || seen.has(`${to} ${label}`)) continue;
      seen.add(`${to} ${label}`);
      yield { gate: todoId(id, node.id), label, target: to === null ? null : todoId(id, itemAt(nodes, to).id) };
    }
  }
}

/** The reference's keys, so that what reads its rows reads these. */
function descriptionOf(design: string, { id, brief, type, tools, iter }: PlanNode): string {
  return canonicalJson({
    design_id: design,
    iter,
    node: id,
    step_description: brief,
    tools: toolLists(tools),
    type,
  });
}
