import { dedent } from "../text/dedent.ts";
import { decodeEntities } from "../text/entities.ts";
import { type Document, type Element, isElement, type Node } from "./nodes.ts";

/**
 * What a node says: a text with its entities decoded (code as it stands), an element's own text without the elements in it,
 * nothing for a comment (language.md 2).
 */
export function textOf(document: Document, node: Node): string {
  if (node.kind === "comment") return "";
  if (isElement(node)) return node.children.map((child) => (isElement(child) ? "" : textOf(document, child))).join("");
  const text = document.source.text.slice(node.start, node.end);
  return node.code ? text : decodeEntities(text);
}

/** An element's own text as a description: trimmed and dedented (language.md 2, white space). */
export function descriptionOf(document: Document, element: Element): string {
  return dedent(textOf(document, element));
}
