import { parse } from "../1-parse/parse.ts";
import { effectiveTools } from "../5-authorise/effective-tools.ts";
import { type CompiledPlan, compilePlan } from "../diagram/compile/compile-plan.ts";
import { diagramOfSkill } from "../diagram/find-diagram.ts";
import { parseDiagram } from "../diagram/mermaid/parse-diagram.ts";
import { stepsOf } from "../diagram/steps-of.ts";
import type { PlanNode } from "../plan/plan.ts";
import { pointed, told } from "./diagram-reading.ts";

/** Compiles the first skill of a document, with the constraints around it. */
export function compiledSkill(text: string, configuredTools: ReadonlySet<string> = new Set()): CompiledPlan {
  const { document } = parse(text);
  const skill = document.elements.find(({ kind }) => kind === "invocation");
  if (skill === undefined) throw new Error("no skill");
  const found = diagramOfSkill(document, skill);
  const parsed = parseDiagram(found.diagram ?? "");
  if (parsed.diagram === null) throw new Error(parsed.diagnostics.map(told).join("; "));
  const tools = effectiveTools(document, skill);
  return compilePlan(parsed.diagram, stepsOf(document, skill), {
    id: "plan",
    mode: "advanced",
    tools,
    configuredTools,
  });
}

/** A diagram-driven skill with these steps. */
export function skillWith(steps: string, diagram = "flowchart LR\n A[Fetch] --> B --> C"): string {
  return `<skill impl="dde-advanced">\n${diagram}\n${steps}\n</skill>`;
}

/** Step A of a plan that must compile. */
export function stepA(steps: string, diagram?: string): PlanNode {
  const { plan, diagnostics } = compiledSkill(skillWith(steps, diagram));
  const node = plan?.nodes[0];
  if (node === undefined) throw new Error(diagnostics.map(told).join("; "));
  return node;
}

/** What is said of a document's plan, pointed at in it. */
export function saidOf(text: string, configured?: ReadonlySet<string>): readonly string[] {
  return compiledSkill(text, configured).diagnostics.map((each) => pointed(each, text));
}
