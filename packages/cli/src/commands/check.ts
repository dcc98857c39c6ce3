import { checkDocuments, codeFrame } from "@agent-markup/core";
import { type ExitCode, exitCode } from "../exit.ts";
import { documentsAt } from "../terminal/documents-at.ts";
import { type Output, paintWith } from "../terminal/output.ts";
import { readDocument } from "../terminal/read-document.ts";

/** `aml check [PATH...]`: everything that can be said before anything runs. Exit code 1 when there is an error. */
export function check(
  paths: readonly string[],
  flags: { readonly format: "pretty" | "json" },
  output: Output,
): ExitCode {
  const sources = documentsAt(paths).map((file) => ({ file, text: readDocument(file) }));
  const { diagnostics } = checkDocuments(sources);
  const count = (severity: string) => diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
  const summary = { files: sources.length, errors: count("error"), warnings: count("warning"), hints: count("hint") };
  if (flags.format === "json") {
    const files = sources.map(({ file }) => ({
      file,
      diagnostics: diagnostics.filter((diagnostic) => diagnostic.file === file),
    }));
    output.result(JSON.stringify({ version: 1, files, summary }));
  } else {
    const texts = new Map(sources.map(({ file, text }) => [file, text]));
    const paint = paintWith(output.colors);
    for (const diagnostic of diagnostics)
      output.result(`${codeFrame(diagnostic, texts.get(diagnostic.file), paint)}\n`);
    output.result(summaryLine(summary));
  }
  return summary.errors > 0 ? exitCode.failed : exitCode.done;
}

function summaryLine(summary: { files: number; errors: number; warnings: number; hints: number }): string {
  const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;
  const { files, errors, warnings, hints } = summary;
  return `${counted(files, "file")}: ${counted(errors, "error")}, ${counted(warnings, "warning")}, ${counted(hints, "hint")}`;
}
