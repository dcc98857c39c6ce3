import { invalidNodeData } from "../../diagnostics/catalogue.generated.ts";
import { matchAt, skipSpace } from "./characters.ts";
import { type Drawing, placeOf } from "./drawing.ts";

/** One `key: value` of `@{ ... }`. */
export interface DataEntry {
  readonly key: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const keyPart = /(?:([A-Za-z_][\w-]*)|"([A-Za-z_][\w-]*)")[^\S\n]*:(?=[\s"'])/y;
const doubleQuoted = /"((?:[^"\\]|\\[\\nt/])*)"/y;
const singleQuoted = /'((?:[^'"]|'')*)'/y;
const plainOnLine = /[^\s"'{}[\],#&*!|>%@`^:](?:[^\n"{}^#:]|:(?!\s)|(?<!\s)#)*/y;
const plainInRow = /[^\s"'{}[\],#&*!|>%@`^:](?:[^\n"{}[\],^#:]|:(?!\s)|(?<!\s)#)*/y;

/**
 * The entries of `@{ ... }` at the cursor, which is left behind it. mermaid hands the text to YAML: as a row of entries
 * between commas, or, when it spans lines, as one entry a line. Other YAML is refused; null then (reported).
 */
export function readDataEntries(drawing: Drawing): readonly DataEntry[] | null {
  const start = drawing.at + 2;
  const end = endOfData(drawing, start);
  if (end === null) return null;
  const isBlock = drawing.text.slice(start, end).includes("\n");
  const entries: DataEntry[] = [];
  let at = skipSpace(drawing.text, start);
  while (at < end) {
    const entry = readEntry(drawing, at, isBlock ? plainOnLine : plainInRow);
    if (entry === null) return null;
    if (entries.some(({ key }) => key === entry.key))
      return refuse(drawing, at, entry.end, `sets \`${entry.key}\` twice`);
    entries.push(entry);
    const next = skipSpace(drawing.text, entry.end);
    const between = drawing.text.slice(entry.end, next);
    if (next >= end) at = end;
    else if (isBlock && between.includes("\n")) at = next;
    else if (!isBlock && drawing.text[next] === ",") at = skipSpace(drawing.text, next + 1);
    else
      return refuse(
        drawing,
        next,
        next + 1,
        isBlock ? "takes one `key: value` on a line" : "needs a comma between entries",
      );
  }
  drawing.at = end + 1;
  return entries;
}

// Only quotes hide the closing brace, as in mermaid's lexer.
function endOfData(drawing: Drawing, start: number): number | null {
  const { text } = drawing;
  const mark = /["}^]/g;
  for (let at = start; at < text.length; at += 1) {
    mark.lastIndex = at;
    const found = mark.exec(text);
    if (found === null) break;
    at = found.index;
    if (found[0] === "}") return at;
    if (found[0] === "^") return refuse(drawing, at, at + 1, "cannot hold `^` outside quotes");
    at = text.indexOf('"', at + 1);
    if (at === -1) break;
  }
  return refuse(drawing, start - 2, start, "is never closed with `}`");
}

function readEntry(drawing: Drawing, start: number, plain: RegExp): DataEntry | null {
  const key = matchAt(drawing, keyPart, start);
  const name = key?.[1] ?? key?.[2];
  if (key === null || name === undefined)
    return refuse(drawing, start, start + 1, "takes entries of the form `key: value`");
  const at = start + key[0].length + (/^[^\S\n]*/.exec(drawing.text.slice(start + key[0].length))?.[0].length ?? 0);
  const double = matchAt(drawing, doubleQuoted, at);
  if (double !== null) return { key: name, value: unescaped(double[1] ?? ""), start, end: at + double[0].length };
  const single = matchAt(drawing, singleQuoted, at);
  if (single !== null) {
    return { key: name, value: (single[1] ?? "").replaceAll("''", "'"), start, end: at + single[0].length };
  }
  const bare = matchAt(drawing, plain, at);
  if (bare === null || bare[0].endsWith(","))
    return refuse(drawing, start, at, `needs a value for \`${name}\`, in quotes`);
  return { key: name, value: bare[0].trimEnd(), start, end: at + bare[0].trimEnd().length };
}

function unescaped(text: string): string {
  return text.replace(/\\([\\nt/])/g, (_, letter: string) => (letter === "n" ? "\n" : letter === "t" ? "\t" : letter));
}

function refuse(drawing: Drawing, start: number, end: number, reason: string): null {
  drawing.diagnostics.push(invalidNodeData({ at: placeOf(drawing, start, end), reason }));
  return null;
}
