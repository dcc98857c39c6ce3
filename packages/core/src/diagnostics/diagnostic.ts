import { type Place, type Position, positionAt } from "../text/source-file.ts";

export type Severity = "error" | "warning" | "hint";

/** A replacement of the text between two offsets of one file. */
export interface Edit {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A change that removes the cause of a diagnostic; `safe` ones never change what a document means. */
export interface Fix {
  readonly title: string;
  readonly safe: boolean;
  readonly edits: readonly Edit[];
}

/** A second place that a diagnostic needs to be understood ("denied here"). */
export interface Related {
  readonly message: string;
  readonly file: string;
  readonly start: Position;
  readonly end: Position;
}

/** What is wrong, where, and what to do next: a value, never thrown (DESIGN.md section 10, `D`). */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly file: string;
  readonly start: Position;
  readonly end: Position;
  readonly related: readonly Related[];
  readonly help?: string;
  readonly url: string;
  readonly fixes: readonly Fix[];
}

/** What a generated constructor takes beside the values its message names. */
export interface DiagnosticDetails {
  readonly at: Place;
  readonly related?: readonly { readonly at: Place; readonly message: string }[];
  readonly help?: string;
  readonly fixes?: readonly Fix[];
}

const documentation = "https://github.com/agent-markup/aml-typescript/blob/main/docs/diagnostics.md";

/** Builds the value; only the generated catalogue calls this, so that no message lives anywhere else. */
export function diagnostic(code: string, severity: Severity, message: string, details: DiagnosticDetails): Diagnostic {
  return {
    code,
    severity,
    message,
    ...rangeOf(details.at),
    related: (details.related ?? []).map(({ at, message }) => ({ message, ...rangeOf(at) })),
    ...(details.help === undefined ? {} : { help: details.help }),
    url: `${documentation}#${code.toLowerCase()}`,
    fixes: details.fixes ?? [],
  };
}

/** Whether any of them stops a run. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** Diagnostics by file, then by place, then by code: the order a reader meets them in. */
export function inSourceOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) =>
      compare(a.file, b.file) ||
      a.start.offset - b.start.offset ||
      a.end.offset - b.end.offset ||
      compare(a.code, b.code),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function rangeOf({ source, start, end }: Place) {
  return { file: source.file, start: positionAt(source, start), end: positionAt(source, end) };
}
