import { checkSources } from "../check/check-sources.ts";
import { fixSources } from "../check/fix-sources.ts";
import { githubReport } from "../check/formats/github.ts";
import { jsonReport } from "../check/formats/json.ts";
import { prettyReport } from "../check/formats/pretty.ts";
import { type LoadedSources, loadSources, type SourceRequest } from "../check/load-sources.ts";
import { type CheckReport, reportOf } from "../check/report.ts";
import { type ExitCode, exitCode, UsageError } from "../exit.ts";
import { findProject } from "../project.ts";
import type { Output } from "../terminal/output.ts";
import { sayProblem } from "../terminal/say-problem.ts";

export interface CheckFlags {
  readonly format: "pretty" | "json" | "github" | "sarif";
  readonly resolve: boolean;
  readonly fix?: boolean;
  readonly watch?: boolean;
  readonly stdin?: boolean;
  readonly stdinFilename?: string;
  readonly maxWarnings?: number;
}

/**
 * `aml check [PATH...]`: everything that can be said before anything runs (DESIGN.md 6). Exit code 1 for an error or too
 * many warnings, 2 when a file could not be read.
 */
export async function check(paths: readonly string[], flags: CheckFlags, output: Output): Promise<ExitCode> {
  const request = await requestOf(paths, flags);
  if (flags.watch === true) {
    const { checkOnChange } = await import("./check-on-change.ts");
    return checkOnChange(request, (sources) => checkOnce(sources, flags, output), output);
  }
  return (await checkOnce(loadSources(request), flags, output)).exit;
}

async function requestOf(paths: readonly string[], { stdin, stdinFilename }: CheckFlags): Promise<SourceRequest> {
  const project = findProject(process.cwd());
  if (stdin !== true) return { paths: paths.length === 0 ? ["."] : paths, project };
  if (paths.length > 0) throw new UsageError("--stdin takes no paths", "give the text's own with --stdin-filename");
  const { readStandardInput } = await import("../terminal/read-standard-input.ts");
  return { paths: [], text: { file: stdinFilename ?? "<stdin>", text: await readStandardInput() }, project };
}

interface CheckedOnce {
  readonly exit: ExitCode;
  /** What is on disk afterwards. */
  readonly sources: LoadedSources;
}

async function checkOnce(sources: LoadedSources, flags: CheckFlags, output: Output): Promise<CheckedOnce> {
  const { resolve, fix } = flags;
  const { checked, fixed, ...after } =
    fix === true
      ? await fixSources(sources, { resolve })
      : { checked: await checkSources(sources, { resolve }), fixed: null, isStable: true, sources };
  const report = reportOf(checked, fixed);
  output.result(await render(flags.format, report, output));
  for (const problem of report.problems) sayProblem(problem, output);
  if (!after.isStable) output.progress("aml: fixes keep making way for others; run it again for the rest");
  if (sources.asked.length === 0 && report.problems.length === 0) output.progress("aml: no documents were found");
  return { exit: exitOf(report, flags, output), sources: after.sources };
}

async function render(format: CheckFlags["format"], report: CheckReport, output: Output): Promise<string> {
  switch (format) {
    case "pretty":
      return prettyReport(report, output.colors);
    case "json":
      return jsonReport(report);
    case "github":
      return githubReport(report);
    case "sarif":
      return (await import("../check/formats/sarif.ts")).sarifReport(report);
  }
}

function exitOf({ problems, summary }: CheckReport, { maxWarnings }: CheckFlags, output: Output): ExitCode {
  const isOver = maxWarnings !== undefined && summary.warnings > maxWarnings;
  if (isOver) output.progress(`aml: ${summary.warnings} warnings, and --max-warnings allows ${maxWarnings}`);
  if (problems.length > 0) return exitCode.usage;
  return summary.errors > 0 || isOver ? exitCode.failed : exitCode.done;
}
