import { ambiguousStep, duplicateStep, unmatchedStep } from "../../diagnostics/catalogue.generated.ts";
import { nameSuggester } from "../../text/nearest-name.ts";
import type { Diagram } from "../mermaid/diagram.ts";
import { checkSettings } from "./check-settings.ts";
import type { Report } from "./report.ts";
import type { StepDeclaration } from "./step-declaration.ts";

/** The declarations by the id of their node; those that match none, several or an already matched one are reported. */
export function joinSteps(
  diagram: Diagram,
  steps: readonly StepDeclaration[],
  report: Report,
): ReadonlyMap<string, StepDeclaration> {
  const joined = new Map<string, StepDeclaration>();
  const ids = new Set(diagram.nodes.map(({ id }) => id));
  const byLabel = steps.some(({ kind }) => kind === "node") ? labelsOf(diagram) : new Map<string, readonly string[]>();
  const suggest = nameSuggester(() => ids);
  for (const step of steps) {
    const { node, place: at } = step;
    const labelled = step.kind === "node" && !ids.has(node) ? (byLabel.get(plainLabel(node)) ?? []) : [];
    const id = ids.has(node) ? node : labelled[0];
    const earlier = id === undefined ? undefined : joined.get(id);
    if (id === undefined) {
      const nearest = suggest(node);
      report(unmatchedStep({ at, node, ...(nearest === undefined ? {} : { help: `did you mean \`${nearest}\`?` }) }));
    } else if (labelled.length > 1) {
      report(ambiguousStep({ at, label: node, ids: labelled.join(", ") }));
    } else if (earlier !== undefined) {
      report(duplicateStep({ at, node: id, related: [{ at: earlier.place, message: "it is described here" }] }));
    } else joined.set(id, step);
    checkSettings(step, report);
  }
  return joined;
}

function labelsOf(diagram: Diagram): ReadonlyMap<string, readonly string[]> {
  const byLabel = new Map<string, string[]>();
  for (const { id, label } of diagram.nodes) {
    const plain = plainLabel(label);
    const ids = byLabel.get(plain);
    if (ids === undefined) byLabel.set(plain, [id]);
    else ids.push(id);
  }
  return byLabel;
}

/** A label as it is read aloud: where its lines break is for the eye. */
export function plainLabel(label: string): string {
  return label
    .replace(/<br\s*\/?>/gi, " ")
    .replace(/\s+/g, " ")
    .trim();
}
