import { everyTool, type ToolSet } from "../5-authorise/tool-set.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type CompiledPlan, compilePlan } from "../diagram/compile/compile-plan.ts";
import type { StepDeclaration } from "../diagram/compile/step-declaration.ts";
import type { Diagram } from "../diagram/mermaid/diagram.ts";
import { parseDiagram } from "../diagram/mermaid/parse-diagram.ts";
import type { PlanDefinition } from "../plan/plan.ts";

/** The diagram of a text that must be accepted. */
export function diagramIn(text: string): Diagram {
  const { diagram, diagnostics } = parseDiagram(text);
  if (diagram === null) throw new Error(`refused: ${diagnostics.map(told).join("; ")}`);
  return diagram;
}

/** Ids in order, and edges as `A -> B`, `A -(label)-> B`, `A => B` or `A ..> B`; `*` is the end of a state diagram. */
export function graphIn(text: string): { readonly nodes: string; readonly edges: readonly string[] } {
  const { nodes, edges } = diagramIn(text);
  const heads = { solid: "->", thick: "=>", dotted: "..>" };
  const marks = { solid: "-", thick: "=", dotted: "." };
  return {
    nodes: nodes.map(({ id }) => id).join(" "),
    edges: edges.map(({ from, to, label, kind }) => {
      const arrow = label === null ? heads[kind] : `${marks[kind]}(${label})${marks[kind]}>`;
      return `${from} ${arrow} ${to ?? "*"}`;
    }),
  };
}

/** What is refused in a text: code, line and column, and the text pointed at. */
export function refusalsIn(text: string): readonly string[] {
  const { diagram, diagnostics } = parseDiagram(text);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if ((diagram === null) !== errors.length > 0) throw new Error("a diagram is there exactly when nothing is refused");
  return errors.map((each) => pointed(each, text));
}

/** A diagnostic as `AML7014 at 2:4 "---"`. */
export function pointed({ code, start, end }: Diagnostic, text: string): string {
  return `${code} at ${start.line}:${start.column} ${JSON.stringify(text.slice(start.offset, end.offset))}`;
}

export interface CompileSketch {
  readonly steps?: readonly StepDeclaration[];
  readonly mode?: PlanDefinition["mode"];
  readonly tools?: ToolSet;
  readonly id?: string;
}

/** Compiles the diagram of a text that must be accepted. */
export function compiledIn(text: string, sketch: CompileSketch = {}): CompiledPlan {
  const { steps = [], mode = "advanced", tools = everyTool, id = "plan" } = sketch;
  return compilePlan(diagramIn(text), steps, { id, mode, tools });
}

/** The plan of a text that must compile. */
export function planIn(text: string, sketch: CompileSketch = {}): PlanDefinition {
  const { plan, diagnostics } = compiledIn(text, sketch);
  if (plan === null) throw new Error(`refused: ${diagnostics.map(told).join("; ")}`);
  return plan;
}

/** The edges of a plan as `A -> B` and `A -(label)-> B`; `*` leads nowhere, `!` asks a person. */
export function edgesOfPlan({ nodes, edges }: PlanDefinition): readonly string[] {
  return edges.map(({ from, to, label, exhausted }) => {
    const target = to === null ? (exhausted ? "!" : "*") : nodes[to]?.id;
    return `${nodes[from]?.id} ${label === null ? "->" : `-(${label})->`} ${target}`;
  });
}

/** Diagnostics as `AML7014 error: message`. */
export function told({ code, severity, message }: Diagnostic): string {
  return `${code} ${severity}: ${message}`;
}
