import { inferredGate } from "../../diagnostics/catalogue.generated.ts";
import { foldLabel } from "../../plan/labels.ts";
import type { StepType } from "../../plan/plan.ts";
import type { Diagram } from "../mermaid/diagram.ts";
import { type Draft, declaredType, type TypedDraft } from "./draft.ts";
import type { Report } from "./report.ts";

const ends = new Set(["circle", "doublecircle", "stadium"]);

/** Decides what each step is: what its declaration or the diagram says, else what its shape and edges mean (diagram.md 2). */
export function typedDrafts(diagram: Diagram, drafts: readonly Draft[], report: Report): readonly TypedDraft[] {
  return drafts.map((draft) => ({ ...draft, type: declaredType(draft) ?? impliedType(diagram, draft, report) }));
}

function impliedType(diagram: Diagram, draft: Draft, report: Report): StepType {
  const { node, step } = draft;
  if (node.shape === "choice") return "gate";
  const looksLikeGate = diagram.kind === "state" ? isBranchingState(draft) : isDecision(draft);
  if (looksLikeGate) {
    report(inferredGate({ at: node.place, node: node.id }));
    return "gate";
  }
  return step === null && node.annotations.size === 0 && isMarker(draft) ? "pass" : "prompt";
}

function isBranchingState({ edgesOut }: Draft): boolean {
  return edgesOut.filter(({ label }) => label !== null).length > 1;
}

function isDecision({ node, edgesOut }: Draft): boolean {
  const labels = new Set(edgesOut.map(({ label }) => (label === null ? null : foldLabel(label))));
  return node.shape === "diamond" && labels.size > 1 && !labels.has(null);
}

// Forks, joins, and circles that only mark where the process starts or ends have no work of their own.
function isMarker({ node, edgesIn, edgesOut }: Draft): boolean {
  if (node.shape === "fork" || node.shape === "join" || node.shape === "start" || node.shape === "stop") return true;
  return ends.has(node.shape) && (edgesIn.length === 0 || edgesOut.length === 0);
}
