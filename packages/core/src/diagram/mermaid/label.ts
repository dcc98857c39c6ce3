import { emptyLabel, unclosedLabel, unquotedAnnotation, unquotedLabel } from "../../diagnostics/catalogue.generated.ts";
import type { Fix } from "../../diagnostics/diagnostic.ts";
import { type AnnotatedText, splitAnnotations } from "./annotations.ts";
import { matchAt } from "./characters.ts";
import { type Drawing, placeOf } from "./drawing.ts";
import { labelText } from "./label-text.ts";

/** A label with the offset after it, where its closing bracket must stand. */
export interface ReadLabel extends AnnotatedText {
  readonly end: number;
}

/** What an unquoted label may hold; slanted and oval brackets close with a character that they may hold too. */
const plain = /[^[\](){}"]+/y;
const plainSlanted = /(?:[^\\/[\](){}"]|[\\/](?!\]))+/y;
const plainOval = /(?:[^[\](){}"-]|-(?!\)))+/y;

/** The label of a node from `start` on, quoted or not, with its annotations; null when refused (reported). */
export function readNodeLabel(drawing: Drawing, start: number, open: string): ReadLabel | null {
  const expression = open === "[/" || open === "[\\" ? plainSlanted : open === "(-" ? plainOval : plain;
  if (drawing.text[start] === '"') return readQuoted(drawing, start, expression);
  const end = start + (matchAt(drawing, expression, start)?.[0].length ?? 0);
  const label = splitAnnotations(drawing, start, end);
  if (label === null) return null;
  if (drawing.text.slice(start, end).includes("|")) {
    const fix = quote(drawing, start, end, drawing.input.text.slice(start, end));
    drawing.diagnostics.push(unquotedAnnotation({ at: placeOf(drawing, start, end), fixes: [fix] }));
  }
  return { ...label, end };
}

/** The text between quotes or between the quotes and backticks of a markdown string; null when never closed (reported). */
export function readString(drawing: Drawing, start: number): { start: number; end: number; after: number } | null {
  const mark = drawing.text[start + 1] === "`" ? '"`' : '"';
  const closing = mark === '"' ? '"' : '`"';
  const end = drawing.text.indexOf(closing, start + mark.length);
  const isBroken = end !== -1 && mark === '"`' && /["`]/.test(drawing.text.slice(start + 2, end));
  if (end === -1 || isBroken) {
    drawing.diagnostics.push(unclosedLabel({ at: placeOf(drawing, start, start + mark.length), closer: closing }));
    return null;
  }
  if (end === start + mark.length) {
    drawing.diagnostics.push(emptyLabel({ at: placeOf(drawing, start, end + closing.length) }));
    return null;
  }
  return { start: start + mark.length, end, after: end + closing.length };
}

/** Says why a label does not end with its closing bracket at `end`. */
export function reportUnclosed(drawing: Drawing, start: number, end: number, closer: string): void {
  const { text } = drawing;
  const found = text.charAt(end);
  if (end === start && closer.startsWith(found)) {
    drawing.diagnostics.push(emptyLabel({ at: placeOf(drawing, start - 1, end + 1) }));
  } else if (found === "" || text.slice(start, end).includes("\n")) {
    const lineEnd = text.indexOf("\n", start);
    const at = placeOf(drawing, start - 1, lineEnd === -1 ? text.length : lineEnd);
    drawing.diagnostics.push(unclosedLabel({ at, closer }));
  } else {
    const close = text.indexOf(closer, end);
    const content = drawing.input.text.slice(start, close);
    const fixes = close === -1 || /["\n]/.test(content) ? [] : [quote(drawing, start, close, content)];
    drawing.diagnostics.push(unquotedLabel({ at: placeOf(drawing, end, end + 1), character: found, fixes }));
  }
}

// mermaid lets unquoted text follow the quotes, which is where annotations may stand: ["Run"|type=tool].
function readQuoted(drawing: Drawing, start: number, expression: RegExp): ReadLabel | null {
  const string = readString(drawing, start);
  if (string === null) return null;
  const end = string.after + (matchAt(drawing, expression, string.after)?.[0].length ?? 0);
  const rest = drawing.text.slice(string.after, end);
  if (rest.trim() === "") {
    const label = splitAnnotations(drawing, string.start, string.end);
    return label && { ...label, end };
  }
  const outside = splitAnnotations(drawing, string.after, end);
  if (outside === null) return null;
  if (rest.includes("|")) {
    const written = drawing.input.text;
    const content = written.slice(string.start, string.end) + written.slice(string.after, end);
    const at = placeOf(drawing, string.after, end);
    drawing.diagnostics.push(unquotedAnnotation({ at, fixes: [quote(drawing, start, end, content)] }));
  }
  const text = drawing.text.slice(string.start, string.end) + drawing.text.slice(string.after, outside.textEnd);
  return { text: labelText(text), annotations: outside.annotations, textEnd: outside.textEnd, end };
}

function quote({ input }: Drawing, start: number, end: number, content: string): Fix {
  const edit = { file: input.source.file, start: input.offset + start, end: input.offset + end, text: `"${content}"` };
  return { title: "Put the label in quotes", safe: true, edits: [edit] };
}
