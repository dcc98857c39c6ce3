import { endOfLine, skipBlanks, skipSpace } from "./characters.ts";
import { type Drawing, type DrawnNode, placeOf } from "./drawing.ts";
import { refuseHeader } from "./header.ts";
import { readMeta } from "./ignored.ts";
import { labelText } from "./label-text.ts";
import { describe, refuseNesting, stateOf } from "./state.ts";
import { readStateId, terminal } from "./state-id.ts";
import { readStateStatement } from "./state-statements.ts";
import { readText } from "./state-text.ts";
import { unexpected } from "./unexpected.ts";

/** Reads the statements of a state diagram, one a line, up to the end; stops at the first that is none (reported). */
export function readStateDiagram(drawing: Drawing): void {
  for (;;) {
    drawing.at = skipComments(drawing.text, drawing.at);
    if (drawing.at >= drawing.text.length || !readStatement(drawing) || !endLine(drawing)) return;
  }
}

function readStatement(drawing: Drawing): boolean {
  if (refuseHeader(drawing) || refuseRegions(drawing)) return false;
  return readMeta(drawing) ?? readStateStatement(drawing) ?? readTransition(drawing);
}

// `A`, `A : description`, `A --> B`, `A --> B : label`
function readTransition(drawing: Drawing): boolean {
  const { text } = drawing;
  const from = readEnd(drawing);
  if (from === null) return false;
  const arrow = skipBlanks(text, drawing.at);
  if (text.startsWith("-->", arrow)) return readTarget(drawing, from, arrow);
  if (text[arrow] === "{") return refuseNesting(drawing, arrow);
  if (from === terminal) return unexpected(drawing, arrow, "`-->`") !== null;
  const description = readText(drawing);
  return description !== null && describe(drawing, from, description);
}

function readTarget(drawing: Drawing, from: DrawnNode | typeof terminal, arrow: number): boolean {
  const start = skipBlanks(drawing.text, arrow + 3);
  drawing.at = start;
  const to = readEnd(drawing);
  const label = to === null ? null : readText(drawing);
  if (to === null || label === null) return false;
  if (from === terminal && to === terminal) return unexpected(drawing, start, "a state") !== null;
  const text = labelText(drawing.text.slice(label.start, label.end));
  const place = placeOf(drawing, arrow, text === "" ? arrow + 3 : label.end);
  if (from === terminal) {
    if (to !== terminal) drawing.starts.push({ to: to.id, place });
    return true;
  }
  const target = to === terminal ? null : to.id;
  drawing.edges.push({ from: from.id, to: target, label: text === "" ? null : text, kind: "solid", place });
  return true;
}

/** A state or `[*]`, with the class that may style it. */
function readEnd(drawing: Drawing): DrawnNode | typeof terminal | null {
  const start = drawing.at;
  const id = readStateId(drawing);
  if (id === null) return null;
  const node = id === terminal ? terminal : stateOf(drawing, id, start);
  if (!drawing.text.startsWith(":::", drawing.at)) return node;
  drawing.at += 3;
  return readStateId(drawing) === null ? null : node;
}

// `--` draws regions side by side.
function refuseRegions(drawing: Drawing): boolean {
  const { text, at } = drawing;
  return text.startsWith("--", at) && text[at + 2] !== ">" && !refuseNesting(drawing, at);
}

// mermaid goes on in the same line; here that is far more likely a slip than meant.
function endLine(drawing: Drawing): boolean {
  const at = skipBlanks(drawing.text, drawing.at);
  const end = isComment(drawing.text, at) ? endOfLine(drawing.text, at) : at;
  if (end < drawing.text.length && drawing.text[end] !== "\n")
    return unexpected(drawing, end, "`-->`, `:` or the end of the line") !== null;
  drawing.at = end;
  return true;
}

function skipComments(text: string, at: number): number {
  let next = skipSpace(text, at);
  while (next < text.length && isComment(text, next)) next = skipSpace(text, endOfLine(text, next));
  return next;
}

// `#word;` is a character's code to mermaid before it can be a comment.
function isComment(text: string, at: number): boolean {
  return text.startsWith("%%", at) || (text[at] === "#" && !/^#\w+;/.test(text.slice(at, endOfLine(text, at))));
}
