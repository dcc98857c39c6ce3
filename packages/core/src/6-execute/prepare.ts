import type { AgentFile } from "../3-register/agent-file.ts";
import type { Defaults } from "../4-resolve/choose.ts";
import { paramsOf } from "../4-resolve/params.ts";
import { everyTool } from "../5-authorise/tool-set.ts";
import { type Element, isElement } from "../ast/nodes.ts";
import { type CheckSource, check } from "../check.ts";
import { nothingToRun, untrustedDocument } from "../diagnostics/catalogue.generated.ts";
import { type Diagnostic, hasErrors, inSourceOrder } from "../diagnostics/diagnostic.ts";
import { diagramOfMarkdown, diagramOfMermaidFile } from "../diagram/find-diagram.ts";
import { type Place, type Source, sourceFile } from "../text/source-file.ts";
import { type Offer, toConfirm } from "./check-needs.ts";
import type { DiagramText } from "./compile-diagram.ts";
import type { DocumentParams } from "./front-matter-params.ts";
import { neededCapabilities } from "./needed-capabilities.ts";
import { type PlaceScope, type Preparation, preparedChildren, preparedPlan } from "./prepare-node.ts";
import type { Prepared, PreparedDiagram, PreparedNode } from "./prepared.ts";
import { type GivenParams, runParams } from "./run-params.ts";

/** A document to run, in its package, with the sources whose definitions it sees (language.md 4.5). */
export interface RunSource extends CheckSource {
  /** Other files of its package and shared skills; nothing of them runs, and their own faults do not stop it. */
  readonly definitions?: readonly CheckSource[];
  /** The configured implementation of interfaces that have several (language.md 6). */
  readonly defaults?: Defaults;
  /** Agents that files describe, the nearest of each name (agents.md 5). */
  readonly agents?: readonly AgentFile[];
}

export interface PrepareOptions extends Offer {
  /** Id of the run; plans are named after it. */
  readonly run: string;
  /** The agent of steps that stand inside no `<agent>`. */
  readonly defaultAgent: string | null;
  /** What the document declares about its params; null, or left out, for one that takes any. */
  readonly declared?: DocumentParams | null;
  /** What the run is given; left out where nothing is run, and then no param is missing. */
  readonly given?: GivenParams;
}

const mermaidFile = /\.(mmd|mermaid)$/i;

/**
 * Everything that is decided before a document runs: checked, resolved, each diagram a plan, each step's needs met
 * (language.md 1). Starts nothing; with an error among the diagnostics, nothing may run.
 */
export function prepare(source: RunSource, options: PrepareOptions): Prepared {
  const diagnostics: Diagnostic[] = [];
  const isMermaid = mermaidFile.test(source.file);
  const sources = isMermaid ? [] : [...(source.definitions ?? []), source];
  const checked = check(sources, {
    purpose: "run",
    tools: [...options.tools.keys()],
    agents: new Map((source.agents ?? []).map((agent) => [agent.name, agent])),
    ...(source.defaults === undefined ? {} : { defaults: source.defaults }),
  });
  const report = (found: readonly Diagnostic[]) => void diagnostics.push(...found);
  report(checked.diagnostics.filter(({ file }) => file === source.file));
  const document = checked.documents.at(-1);
  const params = document === undefined ? new Map() : paramsOf(document);
  const preparation = { file: source.file, options, checked, document, params, report };
  const agent = options.defaultAgent === null ? null : { name: options.defaultAgent };
  const top: PlaceScope = {
    path: "",
    depth: 0,
    tools: everyTool,
    agent,
    session: "main",
    parent: null,
    isInAgent: false,
  };
  const nodes = isMermaid
    ? fileDiagram(diagramOfMermaidFile(source), source, top, preparation)
    : documentNodes(source, top, preparation);
  if (options.trust === "untrusted") report([untrustedDocument({ at: startOf(source) })]);
  const ofRun = runParams(options.declared ?? null, options.given ?? null, { registry: checked.registry, document });
  report(ofRun.diagnostics);
  // A fault outside the document is met by every prompt that it bears on.
  return { nodes, params: ofRun.params, diagnostics: inSourceOrder([...new Set(diagnostics)]) };
}

function documentNodes(source: Source, top: PlaceScope, preparation: Preparation): PreparedNode[] {
  const { document } = preparation;
  if (document === undefined) return [];
  if (document.children.some((node) => isElement(node) && runs(node))) {
    return preparedChildren(document, document.children, top, preparation);
  }
  if (document.elements.length === 0) return fileDiagram(diagramOfMarkdown(source), source, top, preparation);
  preparation.report([nothingToRun({ at: startOf(source) })]);
  return [];
}

/** A file that is a diagram, or holds one and no AML (diagram.md 1). */
function fileDiagram(
  found: Pick<DiagramText, "diagram" | "diagnostics">,
  source: Source,
  scope: PlaceScope,
  preparation: Preparation,
): PreparedNode[] {
  const { report } = preparation;
  if (found.diagram === null && preparation.document !== undefined && !hasErrors(preparation.checked.diagnostics)) {
    const isPlain = found.diagnostics.every(({ code }) => code === "AML7002");
    report(isPlain ? [nothingToRun({ at: startOf(source) })] : found.diagnostics);
    return [];
  }
  const at =
    found.diagram === null
      ? startOf(source)
      : { source: found.diagram.source, start: found.diagram.offset, end: found.diagram.offset };
  const text: DiagramText = { ...found, steps: [], mode: "advanced" };
  const inside = { ...scope, path: "0" };
  const mechanism = preparedPlan(text, at, inside, preparation);
  return mechanism === null ? [] : [fileSkill(source, mechanism, at, inside, preparation)];
}

function fileSkill(
  source: Source,
  mechanism: PreparedDiagram["mechanism"],
  at: Place,
  { path, tools, agent, session }: PlaceScope,
  { options }: Preparation,
): PreparedNode {
  return {
    kind: "skill",
    name: source.file,
    implementation: "dde-advanced",
    definition: null,
    mechanism,
    path,
    at,
    source: source.text,
    tools,
    agent,
    session,
    parent: null,
    onFailure: "halt",
    policy: "bottom-up",
    retries: 0,
    timeoutMs: null,
    params: {},
    returns: null,
    capabilities: [],
    confirm: toConfirm(neededCapabilities({ mechanism, capabilities: [], tools }, options), options),
    children: [],
  };
}

function runs({ kind }: Element): boolean {
  return kind === "invocation" || kind === "usage" || kind === "tool" || kind === "session" || kind === "agent";
}

function startOf(source: Source): Place {
  return { source: sourceFile(source), start: 0, end: 0 };
}
