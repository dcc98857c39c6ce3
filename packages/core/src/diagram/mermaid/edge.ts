import { edgeLabel, undirectedEdge } from "../../diagnostics/catalogue.generated.ts";
import { type Arrow, arrowAt } from "./arrow.ts";
import { endOfLine, matchAt, skipBlanks, skipSpace } from "./characters.ts";
import type { EdgeKind } from "./diagram.ts";
import { type Drawing, placeOf } from "./drawing.ts";
import { readString } from "./label.ts";
import { labelText } from "./label-text.ts";
import { linkIdEnd } from "./link-id.ts";
import { unexpected } from "./unexpected.ts";

export interface ReadEdge {
  readonly kind: EdgeKind;
  readonly label: string | null;
  readonly start: number;
  readonly end: number;
}

/** Where the next arrow begins, with the id that may stand right before it (`e1@-->`); null when no arrow follows. */
export function nextArrow(drawing: Drawing): { readonly start: number; readonly id: string | null } | null {
  const { text } = drawing;
  const start = skipSpace(text, drawing.at);
  if (arrowAt(text, start) !== null) return { start, id: null };
  const named = skipBlanks(text, drawing.at);
  const idEnd = linkIdEnd(drawing, named);
  if (idEnd === null) return null;
  const arrow = skipSpace(text, idEnd);
  return arrowAt(text, arrow) === null ? null : { start: arrow, id: text.slice(named, idEnd - 1) };
}

/** Reads an arrow with its label in any spelling, and the white space after it; null when refused (reported). */
export function readEdge(drawing: Drawing, start: number): ReadEdge | null {
  const arrow = arrowAt(drawing.text, start);
  if (arrow === null) return unexpected(drawing, start, "an arrow");
  if (arrow.kind === "invisible" || !arrow.isDirected) return refuseArrow(drawing, start, arrow);
  drawing.at = skipSpace(drawing.text, arrow.end);
  const label = arrow.isHalf ? readMiddleLabel(drawing, arrow.kind) : readPipeLabel(drawing);
  if (label === null) return null;
  const { text, end } = label;
  return { kind: arrow.kind, label: text === "" ? null : text, start, end: end ?? arrow.end };
}

interface EdgeLabel {
  readonly text: string;
  /** Where the arrow with its label ends; null when there is no label. */
  readonly end: number | null;
}

// `-->|label|`
function readPipeLabel(drawing: Drawing): EdgeLabel | null {
  const start = drawing.at;
  if (drawing.text[start] !== "|") return { text: "", end: null };
  const string = drawing.text[start + 1] === '"' ? readString(drawing, start + 1) : undefined;
  if (string === null) return null;
  const rest = string?.after ?? start + 1;
  const end = rest + (matchAt(drawing, plain, rest)?.[0].length ?? 0);
  if (drawing.text[end] !== "|") return refuseLabel(drawing, start, end, "is never closed with `|`");
  const unquoted = drawing.text.slice(rest, end);
  if (unquoted === "" && string === undefined) return refuseLabel(drawing, start, end + 1, "is empty");
  if (unquoted.includes("\n") && /-->|==>|-\.->/.test(unquoted))
    return refuseLabel(drawing, start, endOfLine(drawing.text, start), "is never closed with `|` on its line");
  drawing.at = skipBlanks(drawing.text, end + 1);
  return { text: labelText(`${contentOf(drawing, string)}${unquoted}`), end: end + 1 };
}

// What neither closes a label nor opens one.
const plain = /[^[\](){}|"]*/y;

// `-- label -->`: the label ends where mermaid's lexer finds the second half of the arrow.
function readMiddleLabel(drawing: Drawing, kind: EdgeKind): EdgeLabel | null {
  const { text } = drawing;
  const start = drawing.at;
  const string = text[start] === '"' ? readString(drawing, start) : undefined;
  if (string === null) return null;
  const rest = string?.after ?? start;
  const half = secondHalf(text, rest, kind);
  const arrow = half === null ? null : arrowAt(text, half);
  if (half === null || arrow === null || arrow.isHalf || arrow.kind !== kind) {
    const wanted = kind === "solid" ? "-->" : kind === "thick" ? "==>" : ".->";
    return refuseLabel(
      drawing,
      start,
      endOfLine(text, start),
      `never comes to the second half of its arrow, \`${wanted}\``,
    );
  }
  if (!arrow.isDirected) return refuseArrow(drawing, half, arrow);
  const unquoted = text.slice(rest, half);
  const label = labelText(`${contentOf(drawing, string)}${unquoted}`);
  const reason = label === "" ? "is empty" : whyUnclear(unquoted);
  if (reason !== null) return refuseLabel(drawing, start, half, reason);
  drawing.at = skipSpace(text, arrow.end);
  return { text: label, end: arrow.end };
}

function contentOf(drawing: Drawing, string: { readonly start: number; readonly end: number } | undefined): string {
  return string === undefined ? "" : drawing.text.slice(string.start, string.end);
}

function whyUnclear(unquoted: string): string | null {
  if (unquoted.includes('"')) return "holds quotes: put all of it in quotes";
  if (/[-=]>/.test(unquoted)) return "holds an arrow: put it in quotes";
  return /[xo<]$/.test(unquoted) ? "needs a space before its arrow" : null;
}

// Unquoted text that runs on to the next line is an arrow left open: mermaid would take the lines between for its label.
function secondHalf(text: string, start: number, kind: EdgeKind): number | null {
  const mark = kind === "solid" ? "--" : kind === "thick" ? "=" : ".";
  const found = text.indexOf(mark, start);
  if (found === -1 || text.slice(start, found).includes("\n")) return null;
  return kind === "dotted" && text[found - 1] === "-" ? found - 1 : found;
}

function refuseLabel(drawing: Drawing, start: number, end: number, reason: string): null {
  drawing.diagnostics.push(edgeLabel({ at: placeOf(drawing, start, end), reason }));
  return null;
}

// No direction, or no meaning that the steps of a plan could have.
function refuseArrow(drawing: Drawing, start: number, arrow: Arrow): null {
  const written = drawing.text.slice(start, arrow.end);
  const directed = arrow.kind === "thick" ? "==>" : arrow.kind === "dotted" ? "-.->" : "-->";
  const { input } = drawing;
  const edit = { file: input.source.file, start: input.offset + start, end: input.offset + arrow.end, text: directed };
  const fixes = arrow.isHalf ? [] : [{ title: `Write \`${directed}\``, safe: false, edits: [edit] }];
  const help = `write \`${directed}\` in the direction of the work, or one arrow for each direction`;
  drawing.diagnostics.push(undirectedEdge({ at: placeOf(drawing, start, arrow.end), arrow: written, fixes, help }));
  return null;
}
