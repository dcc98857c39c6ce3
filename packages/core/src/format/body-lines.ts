import { type Document, type Element, isElement } from "../ast/nodes.ts";
import { endsLine, indentBefore, skipBlanks } from "./line.ts";

/** The indentations of the lines in an element's body that begin with anything but one of its declarations: they never move. */
export function proseIndents(
  document: Document,
  element: Element,
  isDeclaration: (child: Element) => boolean,
): string[] {
  const { text } = document.source;
  const indents: string[] = [];
  for (const [place, child] of element.children.entries()) {
    if (isElement(child) || child.kind === "comment" || child.code) continue;
    // Looking only as far as the node goes: many of them can stand on one long line.
    const own = text.slice(child.start, child.end);
    for (let end = own.indexOf("\n"); end !== -1; end = own.indexOf("\n", end + 1)) {
      const start = child.start + end + 1;
      const ink = skipBlanks(text, start);
      if (endsLine(text, ink)) continue;
      const next = element.children[place + 1];
      const isTag = ink >= child.end && (next === undefined || (isElement(next) && isDeclaration(next)));
      if (!isTag) indents.push(text.slice(start, ink));
    }
  }
  return indents;
}

/**
 * Whether an element stands alone on its lines: nothing before it, nothing after it, and a body that has either no line break or
 * nothing on the line of the opening tag.
 */
export function standsAlone({ source: { text } }: Document, { start, end, bodyStart, bodyEnd }: Element): boolean {
  if (indentBefore(text, start) === null || !endsLine(text, end)) return false;
  return endsLine(text, bodyStart) || !text.slice(bodyStart, bodyEnd).includes("\n");
}

/** Whether a value goes over several lines, which would not move with the tag. */
export function hasLongValue({ source: { text } }: Document, { attributes }: Element): boolean {
  return attributes.some(({ valueStart, valueEnd }) => text.slice(valueStart, valueEnd).includes("\n"));
}
