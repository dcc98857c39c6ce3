import type { ToolSet } from "../5-authorise/tool-set.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { PlanDefinition } from "../plan/plan.ts";
import type { Place } from "../text/source-file.ts";

/** The agent that prompts at a place go to: the innermost `<agent>`. */
export interface AgentScope {
  readonly name: string;
  readonly model?: string;
}

interface PreparedElement {
  /** Place in the document's tree: `0.2.1`. */
  readonly path: string;
  readonly at: Place;
  /** What holds inside it. */
  readonly tools: ToolSet;
  readonly agent: AgentScope | null;
  readonly session: string;
}

export interface PreparedDirective extends PreparedElement {
  readonly kind: "tool" | "session" | "agent";
  readonly name: string;
  readonly children: readonly PreparedNode[];
}

export interface PreparedDiagram extends PreparedElement {
  readonly kind: "diagram";
  readonly name: string;
  readonly implementation: string;
  readonly plan: PlanDefinition;
}

/** A document as it will be run: definitions gone, every skill resolved, every diagram a plan. */
export type PreparedNode = { readonly kind: "text"; readonly text: string } | PreparedDirective | PreparedDiagram;

export interface Prepared {
  readonly nodes: readonly PreparedNode[];
  /** With an error among them, nothing of the document runs. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Every diagram of a prepared document, in document order. */
export function diagramsOf(nodes: readonly PreparedNode[]): PreparedDiagram[] {
  return nodes.flatMap((node) =>
    node.kind === "text" ? [] : node.kind === "diagram" ? [node] : diagramsOf(node.children),
  );
}
