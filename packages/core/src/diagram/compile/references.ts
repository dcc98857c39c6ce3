import { unknownStepReference } from "../../diagnostics/catalogue.generated.ts";
import type { PlanNode } from "../../plan/plan.ts";
import { findReferences } from "../../text/references.ts";
import { placeIn } from "../excerpt.ts";
import { fencedBlocks } from "../fenced-blocks.ts";
import type { Report } from "./report.ts";
import type { StepDeclaration } from "./step-declaration.ts";

/** A `{steps...}` that names no step is an error, wherever values are put in: in bash blocks nothing is (diagram.md 3). */
export function checkReferences(steps: readonly StepDeclaration[], nodes: readonly PlanNode[], report: Report): void {
  if (steps.length === 0) return;
  const ids = new Set(nodes.flatMap(({ id, origin }) => [id, origin]));
  for (const { body } of steps) {
    if (!body.text.includes("{steps")) continue;
    const bash = fencedBlocks(body.text).filter(({ info }) => info === "bash");
    for (const reference of findReferences(body.text)) {
      const { kind, text, start } = reference;
      if (kind === "name" || (kind === "step" && ids.has(reference.step))) continue;
      if (bash.some((block) => block.start <= start && start < block.end)) continue;
      report(unknownStepReference({ at: placeIn(body, start, start + text.length), reference: text }));
    }
  }
}
