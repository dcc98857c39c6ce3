import { fewLabels, unlabelledGateEdge } from "../../diagnostics/catalogue.generated.ts";
import { foldLabel } from "../../plan/labels.ts";
import type { TypedDraft } from "./draft.ts";
import type { Report } from "./report.ts";

const fallbacks = new Set(["default", "else", "otherwise"]);

/** Whether a gate takes this label when no other matches (diagram.md 2). */
export function isFallback(label: string): boolean {
  return fallbacks.has(foldLabel(label));
}

/** Every edge out of a gate is labelled, with at least two different labels (diagram.md 2). */
export function checkGates(drafts: readonly TypedDraft[], report: Report): void {
  for (const { node, type, edgesOut } of drafts) {
    if (type !== "gate") continue;
    const unlabelled = edgesOut.filter(({ label }) => label === null);
    for (const { place: at } of unlabelled) report(unlabelledGateEdge({ at, gate: node.id }));
    const labels = new Set(edgesOut.map(({ label }) => foldLabel(label ?? "")));
    if (unlabelled.length === 0 && labels.size < 2)
      report(fewLabels({ at: node.place, gate: node.id, labels: [...labels].join(", ") || "none" }));
  }
}
