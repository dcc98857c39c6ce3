import { unexpectedText } from "../../diagnostics/catalogue.generated.ts";
import { blanks } from "../excerpt.ts";
import { endOfLine, excerpt, skipBlanks } from "./characters.ts";
import { type Drawing, placeOf } from "./drawing.ts";
import type { Stretch } from "./state.ts";

/**
 * The text behind the first colon, verbatim to the end of the line (diagram.md 2); empty where there is no colon. mermaid ends
 * it at a semicolon and takes the rest for more states, so that is refused (reported, null).
 */
export function readText(drawing: Drawing): Stretch | null {
  const { text } = drawing;
  const colon = skipBlanks(text, drawing.at);
  if (text[colon] !== ":") return { start: drawing.at, end: drawing.at };
  const start = colon + 1;
  const end = endOfLine(text, start);
  const line = text.slice(start, end).replace(/#\w+;/g, blanks);
  const odd = /;|::|:\s*$/.exec(line);
  if (odd !== null) {
    const at = start + odd.index;
    const found = excerpt(text, at);
    const expected = "a text without `;` and `::`, and with something behind its last colon";
    drawing.diagnostics.push(unexpectedText({ at: placeOf(drawing, at, at + 1), expected, found }));
    return null;
  }
  drawing.at = end;
  return { start, end };
}
