import { type Document, type Element, isElement, type Node } from "../ast/nodes.ts";
import { type ConstraintContext, constraintsOf } from "./constraints.ts";
import { toolScope } from "./tool-scope.ts";
import type { ToolSet } from "./tool-set.ts";

/**
 * The tools that may be used at a text or in an element's body: all constraints around it and its own (language.md 5.1).
 * It is what the runtime enforces, so it asks no diagnostic; pass `resolutions` for the constraints of interfaces and
 * skills, and `agents` for those of agent files.
 */
export function effectiveTools(document: Document, node: Node, context: ConstraintContext = {}): ToolSet {
  const innermost = isElement(node) ? node : node.parent;
  if (innermost !== null && document.elements[innermost.index] !== innermost)
    throw new Error("the node is not one of this document");
  const path: Element[] = [];
  for (let current = innermost; current !== null; current = current.parent) path.push(current);
  const scope = toolScope<Element>();
  for (const around of path.reverse()) {
    for (const { tag } of constraintsOf(document, around, context)) scope.enter(tag, around);
  }
  return scope.current();
}
