import { unclosedNote } from "../../diagnostics/catalogue.generated.ts";
import { endOfLine, matchAt, skipBlanks, skipSpace } from "./characters.ts";
import { type Drawing, placeOf } from "./drawing.ts";
import { mention } from "./ignored.ts";
import { readString } from "./label.ts";
import { describe, refuseNesting, stateOf } from "./state.ts";
import { readStateId, terminal } from "./state-id.ts";
import { unexpected } from "./unexpected.ts";

const ignored = /(?:scale\s+\d+\s+width\b|hide empty description\b|classDef[^\S\n]+\S[^\n]*|click[^\S\n]+\S[^\n]*)/iy;
const styling = /(?:style|class)[^\S\n]+(\w+(?:,[^\S\n]*\w+)*)[^\S\n]+\S[^\n]*/iy;
const declaration = /state[^\S\n]+/iy;
const special = /([^\s{<[]+)[^\S\n\u2028\u2029]*(?:<<(fork|join|choice)>>|\[\[(fork|join|choice)\]\])/iy;
const floatingNote = /note[^\S\n]+"[^"]*"[^\S\n]*as[^\S\n]+[^\n]+/iy;
const note = /note[^\S\n]+(?:left|right) of[^\S\n]+/iy;

/** Reads a statement that begins with a keyword; undefined when something else stands at the cursor. */
export function readStateStatement(drawing: Drawing): boolean | undefined {
  const skipped = matchAt(drawing, ignored, drawing.at) ?? matchAt(drawing, floatingNote, drawing.at);
  if (skipped !== null) {
    drawing.at += skipped[0].length;
    return true;
  }
  return readStyling(drawing) ?? readDeclaration(drawing) ?? readNote(drawing);
}

function readStyling(drawing: Drawing): boolean | undefined {
  const found = matchAt(drawing, styling, drawing.at);
  if (found === null) return undefined;
  const [whole, ids = ""] = found;
  let start = drawing.at + whole.indexOf(ids, 5);
  for (const id of ids.split(",")) {
    const from = start + id.indexOf(id.trim());
    if (id.trim() !== "") mention(drawing, from, from + id.trim().length);
    start += id.length + 1;
  }
  drawing.at += whole.length;
  return true;
}

// `state A`, `state "text" as A`, `state A <<choice>>`
function readDeclaration(drawing: Drawing): boolean | undefined {
  const keyword = matchAt(drawing, declaration, drawing.at);
  if (keyword === null) return undefined;
  drawing.at += keyword[0].length;
  if (drawing.text[drawing.at] === '"') return readNamed(drawing);
  const start = drawing.at;
  const [whole, id, angled, squared] = matchAt(drawing, special, start) ?? [];
  if (whole === undefined || id === undefined) return readBare(drawing);
  if (readStateId(drawing) !== id) return unexpected(drawing, start, "the id of a state") !== null;
  stateOf(drawing, id, start).shape = (angled ?? squared ?? "").toLowerCase();
  drawing.at = start + whole.length;
  return true;
}

function readNamed(drawing: Drawing): boolean {
  const { text } = drawing;
  const string = readString(drawing, drawing.at);
  if (string === null) return false;
  const as = matchAt(drawing, /\s*as[^\S\n]+/iy, string.after);
  if (as === null) return unexpected(drawing, string.after, "`as` and the id of the state") !== null;
  const start = string.after + as[0].length;
  drawing.at = start;
  const id = readStateId(drawing);
  if (id === null) return false;
  if (id === terminal) return unexpected(drawing, start, "the id of a state") !== null;
  const after = skipBlanks(text, drawing.at);
  return text[after] === "{" ? refuseNesting(drawing, after) : describe(drawing, stateOf(drawing, id, start), string);
}

// A state that is only declared is drawn nowhere by mermaid: it must be named elsewhere too.
function readBare(drawing: Drawing): boolean {
  const start = drawing.at;
  const id = readStateId(drawing);
  if (id === null) return false;
  const after = skipBlanks(drawing.text, drawing.at);
  if (drawing.text[after] === "{") return refuseNesting(drawing, after);
  mention(drawing, start, drawing.at);
  return true;
}

function readNote(drawing: Drawing): boolean | undefined {
  const keyword = matchAt(drawing, note, drawing.at);
  if (keyword === null) return undefined;
  const { text } = drawing;
  const opening = drawing.at;
  const start = opening + keyword[0].length;
  drawing.at = start;
  const id = readStateId(drawing);
  if (id === null) return false;
  mention(drawing, start, drawing.at);
  const next = skipSpace(text, drawing.at);
  if (text[next] === ":") return readNoteLine(drawing, next + 1);
  const closing = matchAfter(text, /^[^\S\n\u2028\u2029]*end note\b/gim, drawing.at);
  if (closing === null) {
    drawing.diagnostics.push(unclosedNote({ at: placeOf(drawing, opening, endOfLine(text, opening)) }));
    return false;
  }
  drawing.at = closing;
  return true;
}

// mermaid ends the text of a note at a colon or semicolon, and takes the rest for statements.
function readNoteLine(drawing: Drawing, start: number): boolean {
  const end = endOfLine(drawing.text, start);
  const odd = drawing.text.slice(start, end).search(/[:;]/);
  if (odd !== -1)
    return unexpected(drawing, start + odd, "a note without `:` and `;`, or one that ends with `end note`") !== null;
  drawing.at = end;
  return true;
}

function matchAfter(text: string, expression: RegExp, at: number): number | null {
  expression.lastIndex = at;
  const found = expression.exec(text);
  return found === null ? null : found.index + found[0].length;
}
