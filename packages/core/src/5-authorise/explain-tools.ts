import type { Document, Element } from "../ast/nodes.ts";
import { type ConstraintContext, type ConstraintOwner, constraintsOf } from "./constraints.ts";
import { everyTool, narrow, type ToolSet } from "./tool-set.ts";

/** What one constraint leaves of what those around it left. */
export interface Narrowing {
  readonly owner: ConstraintOwner;
  readonly tools: ToolSet;
}

/** Everything that constrains an element's body, outermost first; the last one's tools are the effective ones (language.md 5.1). */
export function explainTools(document: Document, element: Element, context: ConstraintContext = {}): Narrowing[] {
  const around: Element[] = [];
  for (let current: Element | null = element; current !== null; current = current.parent) around.push(current);
  const narrowings: Narrowing[] = [];
  let tools = everyTool;
  for (const owner of around.reverse()) {
    for (const { tag, owner: narrower } of constraintsOf(document, owner, context)) {
      tools = narrow(tools, tag).tools;
      narrowings.push({ owner: narrower, tools });
    }
  }
  return narrowings;
}
