import type { Attribute } from "../ast/nodes.ts";
import type { Span } from "../text/source-file.ts";
import type { Move } from "./move.ts";

/** An opening tag to write anew. */
export interface OpeningTag extends Span {
  readonly name: string;
  /** As they stand in the text. */
  readonly attributes: readonly Attribute[];
  /** The same ones as they are to stand. */
  readonly ordered: readonly Attribute[];
  readonly isSelfClosing: boolean;
  readonly becomesSelfClosing: boolean;
  /** The further lines of a tag move with its first. */
  readonly move: Move;
}

/**
 * The tag with double quotes, one space between attributes and before `/>`, and none around `=` or before `>`. Where its author broke the
 * line, it stays broken, since a long tag is laid out by hand.
 */
export function openingTagText(text: string, tag: OpeningTag): string {
  const { name, attributes, ordered, isSelfClosing, becomesSelfClosing, move } = tag;
  const parts = [`<${name}`];
  let at = tag.start + 1 + name.length;
  for (const [index, attribute] of ordered.entries()) {
    // A line break keeps its place in the tag, whichever attribute comes to stand there.
    const place = attributes[index] ?? attribute;
    parts.push(lineBreakIn(text.slice(at, place.start), move) ?? " ", attributeText(text, attribute));
    at = place.end;
  }
  const close = tag.end - (isSelfClosing ? "/>" : ">").length;
  const closesItself = isSelfClosing || becomesSelfClosing;
  const lineBreak = ordered.length > 0 ? lineBreakIn(text.slice(at, close), move) : null;
  parts.push(lineBreak ?? (closesItself ? " " : ""), closesItself ? "/>" : ">");
  return parts.join("");
}

function attributeText(text: string, { name, value, valueStart, valueEnd }: Attribute): string {
  if (value === null) return name;
  const content = text.slice(valueStart, valueEnd);
  return content.includes('"') ? `${name}='${content}'` : `${name}="${content}"`;
}

const lastLineBreak = /(\r\n|\n|\r)([^\r\n]*)$/;

/** The last line break in white space between attributes, with the indentation after it. */
function lineBreakIn(space: string, { from, to }: Move): string | null {
  const [, ending, indent] = lastLineBreak.exec(space) ?? [];
  if (ending === undefined || indent === undefined) return null;
  return ending + (indent.startsWith(from) ? to + indent.slice(from.length) : indent);
}
