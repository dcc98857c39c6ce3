import type { DataBlock } from "../agent/step-prompt.ts";
import { inputsOf, outputOf } from "../plan/inputs.ts";
import type { PlanNode } from "../plan/plan.ts";
import type { ReadonlyPlan } from "../plan/progress.ts";
import { nodeOf, stateAt } from "../plan/progress.ts";
import { findReferences } from "../text/references.ts";
import { type ReferenceValues, resolveReference, type StepValue } from "../tools/values.ts";
import { shownText } from "./shown-text.ts";

/** What every settled step came to, by id; a loop's own id stands for its last finished pass (diagram.md 3, values). */
export function stepOutputs(plan: ReadonlyPlan): Record<string, StepValue> {
  const settled = plan.definition.nodes.flatMap(({ id, index, origin }) => {
    const { status } = stateAt(plan, index);
    return status === "done" || status === "skipped" ? [id, origin] : [];
  });
  return Object.fromEntries(
    settled.map((id) => [id, outputOf(plan, id) ?? { text: "", skipped: isSkipped(plan, id) }]),
  );
}

function isSkipped(plan: ReadonlyPlan, id: string): boolean {
  const index = plan.graph.indexOf.get(id);
  return index === undefined || stateAt(plan, index).status === "skipped";
}

/** The values that a step may refer to. */
export function valuesFor(
  plan: ReadonlyPlan,
  node: PlanNode,
  params: Readonly<Record<string, string>>,
): ReferenceValues {
  return {
    params,
    outputs: stepOutputs(plan),
    ...(node.iter === undefined ? {} : { iter: node.iter }),
    ...(node.maxIter === undefined ? {} : { maxIter: node.maxIter }),
  };
}

/**
 * A brief as an agent reads it, with the data it refers to: each reference becomes the name of a block, and the outputs of
 * live direct predecessors are there without being asked for.
 */
export function briefAndData(
  plan: ReadonlyPlan,
  node: PlanNode,
  values: ReferenceValues,
): { brief: string; data: DataBlock[]; warnings: string[] } {
  const blocks = new Map<string, DataBlock>();
  for (const id of inputsOf(plan, node.id)) {
    const text = outputOf(plan, id)?.text ?? "";
    const source = `step ${id} (${nodeOf(plan, id).label})`;
    if (text !== "") blocks.set(`output of ${id}`, { label: `output of ${id}`, source, text: shownText(text) });
  }
  const warnings: string[] = [];
  let brief = "";
  let from = 0;
  for (const reference of findReferences(node.brief)) {
    const resolved = resolveReference(reference, values);
    if (resolved === null) continue;
    if (resolved.warning !== undefined) warnings.push(resolved.warning);
    const name = reference.kind === "step" ? `output of ${reference.step}` : `value of ${reference.text.slice(1, -1)}`;
    const source = reference.kind === "step" ? `step ${reference.step}` : "the run";
    if (!blocks.has(name)) blocks.set(name, { label: name, source, text: shownText(String(resolved.value)) });
    brief += `${node.brief.slice(from, reference.start)}the data block "${name}"`;
    from = reference.end;
  }
  return { brief: brief + node.brief.slice(from), data: [...blocks.values()], warnings };
}
