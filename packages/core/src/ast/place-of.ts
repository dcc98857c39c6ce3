import type { Place } from "../text/source-file.ts";
import type { Attribute, Document, Element } from "./nodes.ts";

/** The opening tag: what a diagnostic about the whole element points at, since a body can be long. */
export function placeOfTag(document: Document, element: Element): Place {
  return { source: document.source, start: element.start, end: element.selfClosing ? element.end : element.bodyStart };
}

/** An attribute as it is written, name and value. */
export function placeOfAttribute(document: Document, { start, end }: Attribute): Place {
  return { source: document.source, start, end };
}

/** The first of the named attributes that the element has, else its opening tag. */
export function placeOf(document: Document, element: Element, ...names: readonly string[]): Place {
  for (const name of names) {
    const found = element.attributes.find((candidate) => candidate.name === name);
    if (found !== undefined) return placeOfAttribute(document, found);
  }
  return placeOfTag(document, element);
}
