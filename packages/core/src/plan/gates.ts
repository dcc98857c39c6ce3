import { edgesOf, itemAt } from "./graph.ts";
import { foldLabel } from "./labels.ts";
import type { PlanEdge } from "./plan.ts";
import type { ReadonlyPlan } from "./progress.ts";

/** What an answer to a gate comes to; a decided label is spelled as in the diagram. */
export type Decision =
  | { readonly type: "label"; readonly label: string }
  | { readonly type: "exhausted" | "unmatched" };

/** Decides a gate by label, else by its fallback (diagram.md 2, gates). */
export function decide(plan: ReadonlyPlan, gate: number, answer: string): Decision {
  const out = edgesOut(plan, gate);
  const edge = out.find((each) => folded(each) === foldLabel(answer)) ?? out.find(({ fallback }) => fallback);
  if (edge === undefined) return { type: "unmatched" };
  const label = choosable(out).get(folded(edge));
  return label === undefined ? { type: "exhausted" } : { type: "label", label };
}

/** The labels that may be chosen, as first spelled: all but those that close a cycle in its last pass. */
export function labelsOf(plan: ReadonlyPlan, gate: number): string[] {
  return [...choosable(edgesOut(plan, gate)).values()];
}

/** Whether something is decided when no label matches (diagram.md 2, gates). */
export function hasFallback(plan: ReadonlyPlan, gate: number): boolean {
  return edgesOut(plan, gate).some(({ fallback }) => fallback);
}

/** Whether a gate may be done with this label. */
export function isChoosable(plan: ReadonlyPlan, gate: number, label: string | undefined): boolean {
  return label !== undefined && choosable(edgesOut(plan, gate)).has(foldLabel(label));
}

function choosable(out: readonly PlanEdge[]): Map<string, string> {
  const labels = new Map<string, string>();
  for (const edge of out) if (!labels.has(folded(edge))) labels.set(folded(edge), edge.label?.trim() ?? "");
  for (const edge of out) if (edge.exhausted) labels.delete(folded(edge));
  return labels;
}

function edgesOut(plan: ReadonlyPlan, gate: number): PlanEdge[] {
  return Array.from(edgesOf(plan.graph.out, gate), (index) => itemAt(plan.definition.edges, index));
}

function folded({ label }: PlanEdge): string {
  return foldLabel(label ?? "");
}
