import type { AgentFiles } from "../3-register/agent-file.ts";
import type { Resolutions } from "../4-resolve/resolution.ts";
import { attribute, type Document, type Element } from "../ast/nodes.ts";
import { tagOfList } from "./listed-tools.ts";
import { readToolTag } from "./read-tool-tag.ts";
import type { ToolTag } from "./tool-set.ts";

/** What the constraints of a document depend on beside its text. */
export interface ConstraintContext {
  /** Tools that the host or the configuration adds; their names are taken as they are. */
  readonly configured?: ReadonlySet<string>;
  /** With them, what an invocation resolves to constrains it too (language.md 4.2, DESIGN.md 7). */
  readonly resolutions?: Resolutions;
  /** With them, `<agent>` narrows as the file of that name says (agents.md 5). */
  readonly agents?: AgentFiles;
}

/** Who narrows: a `<tool>` of this document or of an interface, or the front matter of a file. */
export type ConstraintOwner =
  | { readonly document: Document; readonly element: Element }
  | { readonly file: string; readonly what: string };

export interface Constraint {
  readonly owner: ConstraintOwner;
  readonly tag: ToolTag;
}

/** What constrains the inside of an element by itself, outermost first; a tag that is an error constrains nothing (language.md 5). */
export function constraintsOf(document: Document, element: Element, context: ConstraintContext): Constraint[] {
  if (element.kind === "tool") return ofTag(document, element, context);
  if (element.kind === "agent") return ofAgent(element, context);
  const resolution = context.resolutions?.get(element);
  if (resolution === undefined) return [];
  const { interface: definition, implementation } = resolution;
  const promised = (definition?.tools ?? []).flatMap((tag) => ofTag(definition?.document ?? document, tag, context));
  const { allowedTools, folder } = implementation.package;
  if (allowedTools === undefined) return promised;
  const owner = { file: `${folder ?? implementation.package.name}/SKILL.md`, what: "allowed-tools" };
  return [...promised, { owner, tag: tagOfList(allowedTools, context.configured ?? new Set()) }];
}

function ofTag(document: Document, element: Element, { configured }: ConstraintContext): Constraint[] {
  const tag = readToolTag(element, configured ?? new Set());
  return tag === undefined ? [] : [{ owner: { document, element }, tag }];
}

function ofAgent(element: Element, { agents, configured }: ConstraintContext): Constraint[] {
  const file = agents?.get(attribute(element, "name") ?? "");
  if (file === undefined || file.tools === null) return [];
  return [{ owner: { file: file.file, what: "tools" }, tag: tagOfList(file.tools, configured ?? new Set()) }];
}
