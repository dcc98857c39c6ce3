import type { Document, Element } from "../ast/nodes.ts";
import { blanks, type Excerpt } from "./excerpt.ts";

/** The text of an element's body, with comments and the elements in it blanked; of a reference only the tags go, not its body. */
export function bodyOf(document: Document, element: Element): Excerpt {
  const { source } = document;
  const parts: string[] = [];
  let kept = element.bodyStart;
  for (const { start, end } of cutsOf(element)) {
    parts.push(source.text.slice(kept, start), blanks(source.text.slice(start, end)));
    kept = end;
  }
  parts.push(source.text.slice(kept, element.bodyEnd));
  return { source, offset: element.bodyStart, text: parts.join("") };
}

interface Cut {
  readonly start: number;
  readonly end: number;
}

function* cutsOf(element: Element): Generator<Cut> {
  for (const child of element.children) {
    if (child.kind === "text") continue;
    if (child.kind !== "reference") yield { start: child.start, end: child.end };
    else {
      yield { start: child.start, end: child.bodyStart };
      yield* cutsOf(child);
      yield { start: child.bodyEnd, end: child.end };
    }
  }
}
