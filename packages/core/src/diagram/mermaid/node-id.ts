import { reservedId, unsupportedId } from "../../diagnostics/catalogue.generated.ts";
import { arrowAt } from "./arrow.ts";
import { matchAt } from "./characters.ts";
import { type Drawing, placeOf } from "./drawing.ts";
import { linkIdEnd } from "./link-id.ts";

// Words that mermaid's lexer takes for itself wherever a token may begin, whatever follows.
const reservedWord =
  /(?:style|linkStyle|interpolate|classDef|class|graph|flowchart|subgraph|end|_self|_blank|_parent|_top)\b|swimlane-beta\b|(?:href|click|call)\s|accTitle\s*:|accDescr\s*[:{]/y;
// Between these a reserved word or an arrow may begin; letters beyond ASCII are tokens one by one.
const singleToken = /[0-9]+|[#*,:&]/y;
const plainPart = /(?:[A-Za-z0-9!#$%&'*+.`?\\_/]|-(?=[^>\-.]))+|-/y;
const letter = /[\p{L}\p{M}\p{N}]/uy;

/**
 * The end of the id at `at`, found token by token as mermaid's lexer does, since its reserved words and arrows count
 * only where a token begins; `at` when there is none, null when what stands there cannot be an id (reported).
 */
export function endOfId(drawing: Drawing, at: number): number | null {
  const { text } = drawing;
  let end = at;
  while (end < text.length) {
    const reserved = matchAt(drawing, reservedWord, end);
    if (reserved !== null) return refuseReserved(drawing, at, end + reserved[0].length);
    if (text.startsWith(":::", end) || arrowAt(text, end) !== null) break;
    const token =
      matchAt(drawing, singleToken, end) ?? matchAt(drawing, plainPart, end) ?? matchAt(drawing, letter, end);
    if (token === null) break;
    end += token[0].length;
  }
  return checkId(drawing, at, end);
}

function refuseReserved(drawing: Drawing, start: number, end: number): null {
  const id = drawing.text.slice(start, end).trim();
  const help = `write it with a capital or another name, as in \`${id.charAt(0).toUpperCase()}${id.slice(1)}\`, and keep the words in the label`;
  drawing.diagnostics.push(reservedId({ at: placeOf(drawing, start, end), id, help }));
  return null;
}

function checkId(drawing: Drawing, start: number, end: number): number | null {
  const id = drawing.text.slice(start, end);
  const reason = id.startsWith("%%")
    ? "`%%` begins a comment only on a line of its own"
    : id.includes("::")
      ? "`::` is kept for the passes of loops"
      : id.includes("&")
        ? "`&` joins nodes only with a space on either side"
        : drawing.text[end] === ";" && /#\w+$/.test(id)
          ? "`#` with a word and `;` is the code of a character"
          : drawing.text[end] === ">" && id.endsWith("-")
            ? "`->` is no arrow of a flowchart, `-->` is"
            : linkIdEnd(drawing, start) !== null
              ? "`@` may only name an edge, right before its arrow, or open `@{ ... }`"
              : null;
  if (reason === null) return end;
  drawing.diagnostics.push(unsupportedId({ at: placeOf(drawing, start, end), id, reason }));
  return null;
}
