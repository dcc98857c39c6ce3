import type { ToolSet } from "../5-authorise/tool-set.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { compilePlan } from "../diagram/compile/compile-plan.ts";
import type { StepDeclaration } from "../diagram/compile/step-declaration.ts";
import type { Excerpt } from "../diagram/excerpt.ts";
import { parseDiagram } from "../diagram/mermaid/parse-diagram.ts";
import type { PlanDefinition, PlanNode } from "../plan/plan.ts";
import type { Place } from "../text/source-file.ts";

export interface DiagramText {
  /** Null when none was found, which `diagnostics` say. */
  readonly diagram: Excerpt | null;
  readonly steps: readonly StepDeclaration[];
  readonly mode: PlanDefinition["mode"];
  readonly diagnostics: readonly Diagnostic[];
}

export interface CompiledDiagram {
  /** The text it was read from; null when none was found. */
  readonly diagram: Excerpt | null;
  readonly plan: PlanDefinition | null;
  /** Where a step is written: its `<step>` or `<node>`, else its node in the diagram. */
  readonly placeOf: (node: PlanNode) => Place | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** From the text of a diagram to its plan, with the diagnostics of every stage (diagram.md 1 to 3). */
export function compileDiagram(text: DiagramText, id: string, tools: ToolSet): CompiledDiagram {
  const { diagram: excerpt, steps, mode } = text;
  const nothing = { diagram: excerpt, plan: null, placeOf: () => undefined };
  if (excerpt === null) return { ...nothing, diagnostics: text.diagnostics };
  const parsed = parseDiagram(excerpt);
  const read = [...text.diagnostics, ...parsed.diagnostics];
  if (parsed.diagram === null) return { ...nothing, diagnostics: read };
  const compiled = compilePlan(parsed.diagram, steps, { id, mode, tools });
  const places = new Map(parsed.diagram.nodes.map((node) => [node.id, node.place]));
  for (const { node, place } of steps) if (places.has(node)) places.set(node, place);
  return {
    diagram: excerpt,
    plan: compiled.plan,
    placeOf: ({ id: node, origin }) => places.get(origin) ?? places.get(node),
    diagnostics: [...read, ...compiled.diagnostics],
  };
}
