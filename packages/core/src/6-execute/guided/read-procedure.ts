import { everyTool } from "../../5-authorise/tool-set.ts";
import { type Diagnostic, hasErrors } from "../../diagnostics/diagnostic.ts";
import type { StepDeclaration, WrittenValue } from "../../diagram/compile/step-declaration.ts";
import { diagramOfMermaidFile } from "../../diagram/find-diagram.ts";
import { isSettingName, type SettingName } from "../../diagram/settings.ts";
import type { PlanDefinition } from "../../plan/plan.ts";
import { type Source, sourceFile } from "../../text/source-file.ts";
import { builtInTools } from "../../tools/built-in-tools.ts";
import { compileDiagram } from "../compile-diagram.ts";
import { readParams } from "../front-matter-params.ts";
import { planId } from "../plan-id.ts";
import { prepare } from "../prepare.ts";
import type { PreparedDiagram, PreparedNode } from "../prepared.ts";

/** A step given beside a diagram, as a `<step>` would (diagram.md 3). */
export interface GivenStep {
  readonly node: string;
  readonly brief?: string;
  /** By the names that a `<step>` has for them. */
  readonly settings: Readonly<Partial<Record<SettingName, string>>>;
}

/** What a plan is made of: a document or diagram, or a diagram with steps. */
export interface ProcedureText {
  readonly source: Source;
  /** Null for a file, whose own steps hold. */
  readonly diagram: { readonly steps: readonly GivenStep[]; readonly mode: PlanDefinition["mode"] } | null;
  readonly params: Readonly<Record<string, string>>;
  readonly id: string | null;
}

/** A procedure that can be followed step by step: one plan and nothing else that would run. */
export interface Procedure {
  readonly definition: PlanDefinition;
  /** Place of its skill in the document's tree. */
  readonly path: string;
  readonly name: string;
  readonly implementation: string;
  readonly params: Readonly<Record<string, string>>;
}

export interface ReadProcedure {
  /** Null when anything is wrong, which `diagnostics` or `problem` say. */
  readonly procedure: Procedure | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly problem: string;
}

/** Reads the one plan of a text (diagram.md 1 and 6); nothing is written. */
export async function readProcedure(text: ProcedureText, run: string): Promise<ReadProcedure> {
  return text.diagram === null ? documentProcedure(text, run) : diagramProcedure(text, text.diagram, run);
}

function diagramProcedure(
  { source, params, id }: ProcedureText,
  { steps, mode }: NonNullable<ProcedureText["diagram"]>,
  run: string,
): ReadProcedure {
  const path = "0";
  const text = { ...diagramOfMermaidFile(source), steps: steps.map(declarationOf), mode };
  const { plan, diagnostics } = compileDiagram(text, id ?? planId(source.file, run, path), everyTool);
  const implementation = mode === "simple" ? "dde-simple" : "dde-advanced";
  const procedure = plan && { definition: plan, path, name: source.file, implementation, params };
  return { procedure, diagnostics, problem: "the diagram cannot be followed" };
}

async function documentProcedure({ source, params: given, id }: ProcedureText, run: string): Promise<ReadProcedure> {
  // Whoever follows the plan does its steps: what a run would need for them (agents, capabilities) is not needed here.
  const { nodes, params, diagnostics } = prepare(source, {
    run,
    trust: "trusted",
    hasPolicy: true,
    agents: ["*"],
    defaultAgent: "caller",
    tools: builtInTools(),
    handlers: new Set(),
    granted: new Set(),
    declared: await readParams(source),
    given,
  });
  if (hasErrors(diagnostics)) return { procedure: null, diagnostics, problem: `${source.file} cannot be followed` };
  const running = thatRun(nodes);
  const [only] = running;
  if (running.length !== 1 || only === undefined || only === "other") {
    const found = running.map((node) => (node === "other" ? "a prompt or tool" : `the diagram of ${node.name}`));
    const problem = `${source.file} is not one diagram: it runs ${found.join(", ") || "nothing"}. Run it whole with run_document, or start a plan from the text of one diagram`;
    return { procedure: null, diagnostics, problem };
  }
  const { path, name, implementation, mechanism } = only;
  const definition = id === null ? mechanism.plan : { ...mechanism.plan, id };
  const procedure = { definition, path, name, implementation, params: { ...params, ...only.params } };
  return { procedure, diagnostics, problem: "" };
}

/** Everything of a document that would run, in order. */
function thatRun(nodes: readonly PreparedNode[]): (PreparedDiagram | "other")[] {
  return nodes.flatMap((node): (PreparedDiagram | "other")[] => {
    if (node.kind === "text") return [];
    if (node.kind === "skill") {
      const { mechanism } = node;
      return [mechanism.type === "diagram" ? { ...node, mechanism } : "other"];
    }
    return [...(node.isPrompt ? ["other" as const] : []), ...thatRun(node.children)];
  });
}

function declarationOf({ node, brief = "", settings }: GivenStep): StepDeclaration {
  const source = sourceFile({ file: `step ${node}`, text: brief });
  const place = { source, start: 0, end: 0 };
  const written = new Map<SettingName, WrittenValue>();
  for (const [name, value] of Object.entries(settings)) {
    if (isSettingName(name)) written.set(name, { value, place });
  }
  return { kind: "step", node, settings: written, brief, body: { source, offset: 0, text: brief }, place };
}
