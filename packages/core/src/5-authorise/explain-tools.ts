import type { Document, Element } from "../ast/nodes.ts";
import { type ConstraintContext, constraintsOf, readToolTag } from "./read-tool-tag.ts";
import { everyTool, narrow, type ToolSet } from "./tool-set.ts";

/** What one `<tool>` leaves of what the tags around it left. */
export interface Narrowing {
  /** Where the tag stands: this document, or that of the interface whose constraint it is. */
  readonly document: Document;
  readonly element: Element;
  readonly tools: ToolSet;
}

/** Every tag that constrains an element's body, outermost first; the last one's tools are the effective ones (language.md 5.1). */
export function explainTools(document: Document, element: Element, context: ConstraintContext = {}): Narrowing[] {
  const around: Element[] = [];
  for (let current: Element | null = element; current !== null; current = current.parent) around.push(current);
  const narrowings: Narrowing[] = [];
  let tools = everyTool;
  for (const owner of around.reverse()) {
    const definition = context.resolutions?.get(owner)?.interface;
    for (const constraint of constraintsOf(owner, context)) {
      const tag = readToolTag(constraint, context);
      if (tag === undefined) continue;
      tools = narrow(tools, tag).tools;
      narrowings.push({ document: definition?.document ?? document, element: constraint, tools });
    }
  }
  return narrowings;
}
