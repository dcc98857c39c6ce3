import { effectiveTools } from "../5-authorise/effective-tools.ts";
import { everyTool, type ToolSet } from "../5-authorise/tool-set.ts";
import { attribute, type Document, type Element, isElement, type Node } from "../ast/nodes.ts";
import { placeOfTag } from "../ast/place-of.ts";
import { textOf } from "../ast/text-of.ts";
import { type CheckResult, check } from "../check.ts";
import { nothingToRun, notSupported, untrustedDocument } from "../diagnostics/catalogue.generated.ts";
import { type Diagnostic, hasErrors, inSourceOrder } from "../diagnostics/diagnostic.ts";
import { diagramOfMarkdown, diagramOfMermaidFile } from "../diagram/find-diagram.ts";
import { type Place, type Source, sourceFile } from "../text/source-file.ts";
import { checkNeeds, type Offer } from "./check-needs.ts";
import { compileDiagram, type DiagramText } from "./compile-diagram.ts";
import { planId } from "./plan-id.ts";
import { diagramSkill } from "./prepare-skill.ts";
import type { AgentScope, Prepared, PreparedNode } from "./prepared.ts";
import { unsupportedDirective } from "./unsupported-directive.ts";

export interface PrepareOptions extends Offer {
  /** Id of the run; plans are named after it. */
  readonly run: string;
  /** The agent of steps that stand inside no `<agent>`. */
  readonly defaultAgent: string | null;
}

/** What holds at a place of the walk. */
interface Scope {
  readonly path: string;
  readonly depth: number;
  readonly tools: ToolSet;
  readonly agent: AgentScope | null;
  readonly session: string;
}

interface Preparation {
  readonly file: string;
  readonly options: PrepareOptions;
  readonly checked: CheckResult;
  readonly report: (found: readonly Diagnostic[]) => void;
}

/** Deeper than any procedure, and far from where recursion would end. */
const deepest = 64;
const mermaidFile = /\.(mmd|mermaid)$/i;

/**
 * Everything that is decided before a document runs: checked, resolved, each diagram a plan, each step's needs met
 * (language.md 1). Starts nothing; with an error among the diagnostics, nothing may run.
 */
export function prepare(source: Source, options: PrepareOptions): Prepared {
  const diagnostics: Diagnostic[] = [];
  const isMermaid = mermaidFile.test(source.file);
  const checked = check(isMermaid ? [] : [source], { purpose: "run", tools: [...options.tools.keys()] });
  const report = (found: readonly Diagnostic[]) => void diagnostics.push(...found);
  report(checked.diagnostics);
  const preparation = { file: source.file, options, checked, report };
  const agent = options.defaultAgent === null ? null : { name: options.defaultAgent };
  const top: Scope = { path: "", depth: 0, tools: everyTool, agent, session: "main" };
  const nodes = isMermaid
    ? fileDiagram(diagramOfMermaidFile(source), source, top, preparation)
    : documentNodes(source, top, preparation);
  if (options.trust === "untrusted") report([untrustedDocument({ at: startOf(source) })]);
  return { nodes, diagnostics: inSourceOrder(diagnostics) };
}

function documentNodes(source: Source, top: Scope, preparation: Preparation): PreparedNode[] {
  const [document] = preparation.checked.documents;
  if (document === undefined) return [];
  if (document.children.some((node) => isElement(node) && runs(node))) {
    return childrenOf(document, document.children, top, preparation);
  }
  if (document.elements.length === 0) return fileDiagram(diagramOfMarkdown(source), source, top, preparation);
  preparation.report([nothingToRun({ at: startOf(source) })]);
  return [];
}

/** A file that is a diagram, or holds one and no AML (diagram.md 1). */
function fileDiagram(
  found: Pick<DiagramText, "diagram" | "diagnostics">,
  source: Source,
  scope: Scope,
  preparation: Preparation,
): PreparedNode[] {
  const { report } = preparation;
  if (
    found.diagram === null &&
    preparation.checked.documents.length > 0 &&
    !hasErrors(preparation.checked.diagnostics)
  ) {
    const isPlain = found.diagnostics.every(({ code }) => code === "AML7002");
    report(isPlain ? [nothingToRun({ at: startOf(source) })] : found.diagnostics);
    return [];
  }
  const at =
    found.diagram === null
      ? startOf(source)
      : { source: found.diagram.source, start: found.diagram.offset, end: found.diagram.offset };
  const text: DiagramText = { ...found, steps: [], mode: "advanced" };
  return diagramNode(
    text,
    { name: source.file, implementation: "dde-advanced", at },
    { ...scope, path: "0" },
    preparation,
  );
}

function childrenOf(
  document: Document,
  children: readonly Node[],
  scope: Scope,
  preparation: Preparation,
): PreparedNode[] {
  let place = -1;
  return children.flatMap((child): PreparedNode[] => {
    if (!isElement(child)) return [{ kind: "text", text: textOf(document, child) }];
    place += 1;
    const path = scope.path === "" ? String(place) : `${scope.path}.${place}`;
    return elementNode(document, child, { ...scope, path, depth: scope.depth + 1 }, preparation);
  });
}

function elementNode(document: Document, element: Element, scope: Scope, preparation: Preparation): PreparedNode[] {
  const { report, checked } = preparation;
  const at = placeOfTag(document, element);
  if (scope.depth > deepest) {
    report([notSupported({ at, feature: `nesting deeper than ${deepest} elements` })]);
    return [];
  }
  const tools = effectiveTools(document, element, { resolutions: checked.resolutions });
  switch (element.kind) {
    case "invocation":
    case "usage": {
      const resolution = checked.resolutions.get(element);
      if (resolution === undefined) return [];
      const { implementation } = resolution;
      const name = requestedName(element) ?? implementation.name;
      const text = diagramSkill(document, element, implementation);
      return diagramNode(text, { name, implementation: implementation.name, at }, { ...scope, tools }, preparation);
    }
    case "tool":
    case "session":
    case "agent": {
      report(unsupportedDirective(document, element, scope.agent !== null));
      const inner = { ...scope, tools, ...agentOf(element), session: sessionOf(element, scope) };
      const children = childrenOf(document, element.children, inner, preparation);
      const name = attribute(element, "name") ?? "";
      return [
        { kind: element.kind, name, path: scope.path, at, tools, agent: inner.agent, session: inner.session, children },
      ];
    }
    default:
      return [];
  }
}

function diagramNode(
  text: DiagramText,
  { name, implementation, at }: { readonly name: string; readonly implementation: string; readonly at: Place },
  { path, tools, agent, session }: Scope,
  { file, options, report }: Preparation,
): PreparedNode[] {
  const { plan, placeOf, diagnostics } = compileDiagram(text, planId(file, options.run, path), tools);
  report(diagnostics);
  if (plan === null) return [];
  for (const node of plan.nodes) {
    // Copies of a loop's node need what the first needs.
    if ((node.iter ?? 1) === 1) report(checkNeeds(node, agent, placeOf(node) ?? at, options));
  }
  return [{ kind: "diagram", name, implementation, path, at, tools, agent, session, plan }];
}

function runs({ kind }: Element): boolean {
  return kind === "invocation" || kind === "usage" || kind === "tool" || kind === "session" || kind === "agent";
}

function requestedName(element: Element): string | undefined {
  return ["impl", "interface", "name", "ref"].map((key) => attribute(element, key)).find((name) => name !== undefined);
}

function agentOf(element: Element): { readonly agent?: AgentScope } {
  const name = attribute(element, "name");
  if (element.kind !== "agent" || name === undefined) return {};
  const model = attribute(element, "model");
  return { agent: { name, ...(model === undefined ? {} : { model }) } };
}

/** A `<session>` begins a session of its own: by its name, else by its place (language.md 7.4). */
function sessionOf(element: Element, { path, session }: Scope): string {
  if (element.kind !== "session" || attribute(element, "isolated") === "false") return session;
  return attribute(element, "name") ?? `session-${path}`;
}

function startOf(source: Source): Place {
  return { source: sourceFile(source), start: 0, end: 0 };
}
