import { codeFrame, type Diagnostic, printable } from "@agent-markup/core";
import { type Output, paintWith } from "../../terminal/output.ts";
import { type CheckReport, summaryLine } from "../report.ts";

/** For a person: what was fixed, a code frame for what remains, and how many of each (language.md 8). */
export function prettyReport(report: CheckReport, colors: Output["colors"]): string {
  const paint = paintWith(colors);
  const fixed = (report.fixed ?? []).map((diagnostic) => `${colors.green("fixed")} ${fixedLine(diagnostic)}`);
  const frames = report.files.flatMap(({ diagnostics, text }) =>
    diagnostics.map((diagnostic) => codeFrame(diagnostic, text, paint)),
  );
  return [fixed.join("\n"), ...frames, summaryLine(report)].filter((block) => block !== "").join("\n\n");
}

function fixedLine({ file, start, code, message, fixes }: Diagnostic): string {
  const title = fixes.find(({ safe }) => safe)?.title ?? message;
  return printable(`${file}:${start.line}:${start.column} ${code}: ${title}`);
}
