import { blankControls, printable } from "../text/printable.ts";
import type { Diagnostic, Severity } from "./diagnostic.ts";

/** How the parts of a frame are painted; `plainPaint` leaves them as they are. */
export interface Paint {
  severity(severity: Severity, text: string): string;
  strong(text: string): string;
  dim(text: string): string;
}

export const plainPaint: Paint = { severity: (_, text) => text, strong: (text) => text, dim: (text) => text };

const widest = 120;

/** A diagnostic for a terminal: message, place, the line with a marker, notes and help (language.md 8). */
export function codeFrame(diagnostic: Diagnostic, text: string | undefined, paint: Paint = plainPaint): string {
  const { severity, code, start, end } = diagnostic;
  const gutter = " ".repeat(String(start.line).length);
  const out = [
    `${paint.severity(severity, `${severity}[${code}]`)}${paint.strong(`: ${printable(diagnostic.message)}`)}`,
    `${gutter}${paint.dim("-->")} ${printable(diagnostic.file)}:${start.line}:${start.column}`,
  ];
  if (text !== undefined) {
    const { line, markerAt, markerLength } = excerpt(text, start.offset, end.offset, start.column);
    out.push(`${gutter} ${paint.dim("|")}`);
    out.push(`${paint.dim(`${start.line} |`)} ${line}`.trimEnd());
    out.push(
      `${gutter} ${paint.dim("|")} ${" ".repeat(markerAt)}${paint.severity(severity, "^".repeat(markerLength))}`,
    );
  }
  for (const related of diagnostic.related) {
    const place = `${printable(related.file)}:${related.start.line}:${related.start.column}`;
    out.push(`${gutter} ${paint.dim("=")} note: ${printable(related.message)} (${place})`);
  }
  if (diagnostic.help !== undefined) out.push(`${gutter} ${paint.dim("=")} help: ${printable(diagnostic.help)}`);
  return out.join("\n");
}

/** The line that holds `start`, cut around the marker when it is too long to show; every character one column wide. */
function excerpt(text: string, start: number, end: number, column: number) {
  const lineStart = start - (column - 1);
  const newline = text.indexOf("\n", start);
  const lineEnd = newline === -1 ? text.length : newline;
  const from = column - 1 > widest - 40 ? start - 40 : lineStart;
  const to = Math.min(lineEnd, from + widest);
  const before = from > lineStart ? "…" : "";
  const after = to < lineEnd ? "…" : "";
  const line = blankControls(text.slice(from, to));
  return {
    line: before + line + after,
    markerAt: before.length + start - from,
    markerLength: Math.max(1, Math.min(end, to) - start),
  };
}
