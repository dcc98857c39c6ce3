import type { AgentFile } from "../3-register/agent-file.ts";
import type { ToolSet } from "../5-authorise/tool-set.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { PlanDefinition } from "../plan/plan.ts";
import type { Place } from "../text/source-file.ts";
import type { Returns } from "./returns.ts";

/** The agent that prompts at a place go to: the innermost `<agent>`. */
export interface AgentScope {
  readonly name: string;
  readonly model?: string;
  /** The file that describes it (agents.md 5). */
  readonly described?: Pick<AgentFile, "file" | "layer" | "persona">;
  /** The configured agent that its file runs on, where that is another name: the default agent. */
  readonly servedBy?: string;
}

/** The session that an `<agent>` or `<session>` stands in: asked about what the one inside cannot decide (diagram.md 5). */
export type ParentSession = AgentScope & { readonly session: string };

/** What becomes of an element that failed for good (language.md 7.2). */
export type OnFailure = "halt" | "skip" | "partial";

export interface PreparedText {
  readonly kind: "text";
  readonly text: string;
}

interface PreparedElement {
  /** Place in the document's tree: `0.2.1`. */
  readonly path: string;
  /** The opening tag. */
  readonly at: Place;
  /** The whole element as it is written: what a wrapper sees of its children. */
  readonly source: string;
  readonly name: string;
  /** What holds inside it. */
  readonly tools: ToolSet;
  readonly agent: AgentScope | null;
  readonly session: string;
  readonly onFailure: OnFailure;
  /** Capabilities that a person has to allow before it begins (language.md 7.5). */
  readonly confirm: readonly string[];
  readonly children: readonly PreparedNode[];
}

export interface PreparedDirective extends PreparedElement {
  readonly kind: "tool" | "session" | "agent";
  /** Its own text is a prompt to the agent in scope (language.md 7.4). */
  readonly isPrompt: boolean;
  readonly isBackground: boolean;
}

/** What runs an implementation, in the order of language.md 7.3. */
export type Mechanism =
  | { readonly type: "handler" }
  | { readonly type: "tool"; readonly tool: string; readonly block?: string; readonly database?: string }
  | {
      readonly type: "diagram";
      readonly plan: PlanDefinition;
      /** Ids of gates that no tool decides and the agent in scope may not: a person does. */
      readonly gatesForPeople: ReadonlySet<string>;
      /** Its id was chosen, so that it stands for one plan over several runs (diagram.md 1). */
      readonly isNamed: boolean;
    }
  | { readonly type: "prompt"; readonly instructions: string; readonly description: string }
  /** Its own or an enclosing directive's `on-failure` deals with it when the run reaches it. */
  | { readonly type: "unresolved"; readonly message: string };

export interface PreparedSkill extends PreparedElement {
  readonly kind: "skill";
  readonly implementation: string;
  /** Where the implementation comes from; null for a file that is a diagram, and for what did not resolve. */
  readonly definition: { readonly package: string; readonly hash: string } | null;
  readonly mechanism: Mechanism;
  /** Null where there is none, or it may not be asked. */
  readonly parent: ParentSession | null;
  readonly policy: "bottom-up" | "sequential" | "wrapper";
  readonly retries: number;
  /** Per attempt. */
  readonly timeoutMs: number | null;
  /** Given ones and the defaults of those that were not. */
  readonly params: Readonly<Record<string, string>>;
  /** What the reply to its prompt must hold. */
  readonly returns: Returns | null;
  /** What the implementation declares that it needs. */
  readonly capabilities: readonly string[];
}

/** A document as it will be run: definitions gone, every skill resolved, every diagram a plan. */
export type PreparedNode = PreparedText | PreparedDirective | PreparedSkill;

/** A skill that a diagram drives. */
export type PreparedDiagram = PreparedSkill & { readonly mechanism: Extract<Mechanism, { type: "diagram" }> };

export interface Prepared {
  readonly nodes: readonly PreparedNode[];
  /** Of the run: what it is given, and the defaults of what it is not. */
  readonly params: Readonly<Record<string, string>>;
  /** With an error among them, nothing of the document runs. */
  readonly diagnostics: readonly Diagnostic[];
}

export function isDiagram(node: PreparedNode): node is PreparedDiagram {
  return node.kind === "skill" && node.mechanism.type === "diagram";
}

/** Every diagram of a prepared document, in document order. */
export function diagramsOf(nodes: readonly PreparedNode[]): PreparedDiagram[] {
  return nodes.flatMap((node) => {
    if (node.kind === "text") return [];
    return isDiagram(node) ? [node] : diagramsOf(node.children);
  });
}
