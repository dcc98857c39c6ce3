import { format, printableLine } from "@agent-markup/core";
import { type ExitCode, exitCode, UsageError } from "../exit.ts";
import { documentsAt, type Problem } from "../terminal/documents-at.ts";
import type { Output } from "../terminal/output.ts";
import { readDocument } from "../terminal/read-document.ts";
import { readStandardInput } from "../terminal/read-standard-input.ts";
import { replaceDocument } from "../terminal/replace-document.ts";
import { sayProblem } from "../terminal/say-problem.ts";

export interface FormatFlags {
  readonly check?: boolean;
  readonly stdin?: boolean;
}

const diagrams = /\.(?:mmd|mermaid)$/i;

/** `aml fmt [PATH...]`: tags written in one way. A file that cannot be read or written is named and hides no other. */
export async function fmt(paths: readonly string[], flags: FormatFlags, output: Output): Promise<ExitCode> {
  if (flags.stdin !== true) return formatFiles(paths.length === 0 ? ["."] : paths, flags.check === true, output);
  if (paths.length > 0) throw new UsageError("--stdin reads standard input, so it takes no paths");
  return formatStandardInput(flags.check === true, output);
}

function formatFiles(paths: readonly string[], isCheck: boolean, output: Output): ExitCode {
  const found = documentsAt(paths);
  const problems = [...found.problems];
  const files = found.files.filter((file) => !diagrams.test(file));
  let changed = 0;
  for (const file of files) {
    if (!formatFile(file, isCheck, problems)) continue;
    changed++;
    output.result(`${isCheck ? "would change" : "formatted"} ${printableLine(file, 2000)}`);
  }
  for (const problem of problems) sayProblem(problem, output);
  output.result(
    `${files.length} ${files.length === 1 ? "file" : "files"}: ${changed} ${isCheck ? "would change" : "changed"}`,
  );
  if (problems.length > 0) return exitCode.usage;
  return isCheck && changed > 0 ? exitCode.failed : exitCode.done;
}

/** Gives whether the file changes. */
function formatFile(file: string, isCheck: boolean, problems: Problem[]): boolean {
  try {
    const text = readDocument(file);
    const formatted = format(text);
    if (formatted === text) return false;
    if (!isCheck) replaceDocument(file, text, formatted);
    return true;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    problems.push({ file, message: error.message });
    return false;
  }
}

async function formatStandardInput(isCheck: boolean, output: Output): Promise<ExitCode> {
  const text = await readStandardInput();
  const formatted = format(text);
  if (!isCheck) output.verbatim(formatted);
  else if (formatted !== text) output.result("would change standard input");
  return isCheck && formatted !== text ? exitCode.failed : exitCode.done;
}
