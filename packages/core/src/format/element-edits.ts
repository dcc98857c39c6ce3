import type { Document, Element } from "../ast/nodes.ts";
import { inOrder } from "./attribute-order.ts";
import type { Edit } from "./edit.ts";
import { endsLine, indentBefore } from "./line.ts";
import { type Move, unmoved } from "./move.ts";
import { canSelfClose } from "./self-closing.ts";
import { openingTagText } from "./tag-text.ts";

/** The edits of an element's own tags. A malformed one has none: what its author meant is not known. */
export function elementEdits(document: Document, element: Element, move: Move | undefined): readonly Edit[] {
  if (element.malformed) return [];
  const opening = openingEdit(document, element, move ?? unmoved);
  return element.selfClosing ? [opening] : [opening, closingEdit(document, element, move)];
}

function openingEdit({ source: { text } }: Document, element: Element, move: Move): Edit {
  const { kind, tag, attributes, start, selfClosing } = element;
  const end = selfClosing ? element.end : element.bodyStart;
  const written = openingTagText(text, {
    name: tag,
    start,
    end,
    attributes,
    ordered: inOrder(kind, attributes),
    isSelfClosing: selfClosing,
    becomesSelfClosing: canSelfClose(element),
    move,
  });
  return { start: start - move.from.length, end, text: move.to + written };
}

/** A close tag on a line of its own stands below its opening tag, where that has a place. */
function closingEdit({ source: { text } }: Document, element: Element, move: Move | undefined): Edit {
  const { tag, bodyEnd, end } = element;
  if (canSelfClose(element)) return { start: bodyEnd, end, text: "" };
  const indent = move === undefined || !endsLine(text, end) ? null : indentBefore(text, bodyEnd);
  if (move === undefined || indent === null) return { start: bodyEnd, end, text: `</${tag}>` };
  return { start: bodyEnd - indent.length, end, text: `${move.to}</${tag}>` };
}
