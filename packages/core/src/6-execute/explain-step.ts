import { attribute, type Element } from "../ast/nodes.ts";
import { plainLabel } from "../diagram/compile/join-steps.ts";
import { planOrder } from "../diagram/plan-order.ts";
import type { PlanDefinition, PlanNode } from "../plan/plan.ts";
import type { Span } from "../text/source-file.ts";
import type { CompiledDiagram } from "./compile-diagram.ts";

/** A step that an edge leads from or to; `step` is null where the edge ends the plan. */
export interface Neighbour {
  readonly step: string | null;
  readonly label: string | null;
}

/** A step's place in its plan. */
export interface StepExplanation {
  readonly mode: PlanDefinition["mode"];
  /** Its first copy, where a loop or a cycle made several. */
  readonly node: PlanNode;
  readonly copies: number;
  /** From 1, when every gate takes its first label; null when the step is not reached then. */
  readonly position: number | null;
  readonly steps: number;
  readonly after: readonly Neighbour[];
  readonly before: readonly Neighbour[];
}

/** The step that a place is about: that of the `<step>` or `<node>` there, else the first one named in the diagram there. */
export function stepAt({ plan, diagram }: CompiledDiagram, at: Span, element: Element | null): PlanNode | null {
  if (plan === null || diagram === null) return null;
  const declared = declarationAround(element);
  const name = declared && (attribute(declared, "node") ?? attribute(declared, "name"));
  if (name) return plan.nodes.find(({ origin }) => origin === name) ?? labelled(plan, name);
  const byId = new Map([...plan.nodes].reverse().map((node) => [node.origin, node]));
  for (const [start, word] of words(diagram.text)) {
    const from = diagram.offset + start;
    if (from >= at.end) break;
    const node = byId.get(word);
    if (node !== undefined && from + word.length > at.start) return node;
  }
  return null;
}

export function explainStep(plan: PlanDefinition, node: PlanNode): StepExplanation {
  const order = planOrder(plan);
  const place = order.indexOf(node.id);
  const idOf = (index: number | null) => (index === null ? null : (plan.nodes[index]?.id ?? null));
  return {
    mode: plan.mode,
    node,
    copies: plan.nodes.filter(({ origin }) => origin === node.origin).length,
    position: place === -1 ? null : place + 1,
    steps: plan.nodes.length,
    after: plan.edges.filter(({ to }) => to === node.index).map(({ from, label }) => ({ step: idOf(from), label })),
    before: plan.edges.filter(({ from }) => from === node.index).map(({ to, label }) => ({ step: idOf(to), label })),
  };
}

function declarationAround(element: Element | null): Element | null {
  for (let around = element; around !== null; around = around.parent)
    if (around.kind === "step" || around.kind === "node") return around;
  return null;
}

/** A `<node>` may name a label. */
function labelled({ nodes }: PlanDefinition, name: string): PlanNode | null {
  return nodes.find(({ label }) => plainLabel(label) === plainLabel(name)) ?? null;
}

function* words(text: string): Generator<[number, string]> {
  for (const { index, 0: word } of text.matchAll(/[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/gu)) yield [index, word];
}
