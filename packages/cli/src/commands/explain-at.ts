import { resolve } from "node:path";
import { explainPlace, type SourceFile, type Stretch, sourceFile } from "@agent-markup/core";
import { checkSources } from "../check/check-sources.ts";
import { loadSources } from "../check/load-sources.ts";
import { placeJson } from "../check/place-json.ts";
import { placeText, type WrittenPlace } from "../check/place-text.ts";
import { type ExitCode, exitCode, UsageError } from "../exit.ts";
import { findProject } from "../project.ts";
import type { Output } from "../terminal/output.ts";
import { sayProblem } from "../terminal/say-problem.ts";

/** `aml explain FILE:LINE[:COLUMN]`: the element there, its resolution, its tools, its step. Exit code 2 when it is no place. */
export async function explainAt(place: WrittenPlace, isJson: boolean, output: Output): Promise<ExitCode> {
  const sources = loadSources({ paths: [place.file], project: findProject(process.cwd()) });
  const source = sources.asked.find(({ file }) => resolve(file) === resolve(place.file));
  if (source === undefined) {
    const problem = sources.asked.length === 0 ? sources.problems[0]?.message : undefined;
    throw new UsageError(problem ?? `${place.file} is a folder, not a document`);
  }
  for (const problem of sources.problems) sayProblem(problem, output);
  const { files, result } = await checkSources(sources, { resolve: true });
  const stretch = stretchOf(sourceFile(source), place);
  const explained = explainPlace(source, stretch, result);
  const diagnostics = (files[0]?.diagnostics ?? []).filter(
    ({ start, end }) => start.line <= place.line && place.line <= end.line,
  );
  const told = { place, source: sourceFile(source), explained, diagnostics };
  output.result(isJson ? placeJson(told) : placeText(told, output.colors));
  return exitCode.done;
}

/** The line, or the one character; a place that is not there says what there is. */
function stretchOf({ file, text, lineStarts }: SourceFile, { line, column }: WrittenPlace): Stretch {
  const start = lineStarts[line - 1];
  if (start === undefined) {
    const count = `${lineStarts.length} ${lineStarts.length === 1 ? "line" : "lines"}`;
    throw new UsageError(`${file} has no line ${line}: it has ${count}`);
  }
  const length = text.slice(start, lineStarts[line] ?? text.length).replace(/\r?\n$/, "").length;
  if (column === null) return { start, end: start + length };
  if (column < 1 || column > length + 1)
    throw new UsageError(`line ${line} of ${file} has no column ${column}: it has ${length} characters`);
  return { start: start + column - 1, end: start + column };
}
