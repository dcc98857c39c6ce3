import type { CheckReport } from "../report.ts";

/** One JSON object of the published shape (DESIGN.md 10, spec/check-result.schema.json). */
export function jsonReport({ files, problems, fixed, summary }: CheckReport): string {
  return JSON.stringify({
    version: 1,
    files: files.map(({ file, diagnostics }) => ({ file, diagnostics })),
    problems,
    ...(fixed === null ? {} : { fixed }),
    summary,
  });
}
