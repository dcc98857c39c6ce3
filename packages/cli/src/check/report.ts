import type { Diagnostic } from "@agent-markup/core";
import type { Problem } from "../terminal/documents-at.ts";
import type { Checked, CheckedFile } from "./check-sources.ts";

/** What `aml check` says, before it takes the form of any format. */
export interface CheckReport {
  readonly files: readonly CheckedFile[];
  readonly problems: readonly Problem[];
  /** Null when nothing was asked to be fixed. */
  readonly fixed: readonly Diagnostic[] | null;
  readonly summary: CheckSummary;
}

export interface CheckSummary {
  readonly files: number;
  readonly errors: number;
  readonly warnings: number;
  readonly hints: number;
}

export function reportOf({ files, problems }: Checked, fixed: readonly Diagnostic[] | null): CheckReport {
  const severities = files.flatMap(({ diagnostics }) => diagnostics.map(({ severity }) => severity));
  const count = (wanted: string) => severities.filter((severity) => severity === wanted).length;
  const summary = { files: files.length, errors: count("error"), warnings: count("warning"), hints: count("hint") };
  return { files, problems, fixed, summary };
}

/** `2 files: 1 error, 0 warnings, 3 hints`. */
export function summaryLine({ fixed, summary }: CheckReport): string {
  const { files, errors, warnings, hints } = summary;
  const found = `${counted(files, "file")}: ${counted(errors, "error")}, ${counted(warnings, "warning")}, ${counted(hints, "hint")}`;
  return fixed === null ? found : `${found}; fixed ${fixed.length}`;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
