import { type Document, isElement, type Node } from "../ast/nodes.ts";
import { textOf } from "../ast/text-of.ts";

/**
 * Whether there is text that is not white space before the nearest skills and agents below; tools and sessions are
 * transparent (language.md 7.4). A stack, since nesting has no limit before it is checked.
 */
export function hasOwnText(document: Document, children: readonly Node[]): boolean {
  const ahead = [...children];
  for (let node = ahead.pop(); node !== undefined; node = ahead.pop()) {
    if (!isElement(node)) {
      if (textOf(document, node).trim() !== "") return true;
    } else if (node.kind === "tool" || node.kind === "session") for (const child of node.children) ahead.push(child);
  }
  return false;
}
