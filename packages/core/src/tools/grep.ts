import { builtFile } from "../process/built-file.ts";
import { environmentOf } from "../process/environment.ts";
import { spawnCommand } from "../process/spawn.ts";
import { type Arguments, optionalCount, optionalFlag, optionalText, requiredText, toolArguments } from "./arguments.ts";
import { errorLine } from "./error-line.ts";
import { exitFailure, limitFailure, type ProcessOutcome, untilEnded } from "./process-outcome.ts";
import { globPattern } from "./search/glob-pattern.ts";
import { expressionOf, type GrepReply, type GrepRequest } from "./search/grep-request.ts";
import { searchPlace } from "./search/search-place.ts";
import { type Tool, type ToolContext, type ToolOutcome, tool } from "./tool.ts";
import { refuse, ToolError } from "./tool-error.ts";

const defaultResults = 200;
const defaultTimeoutMs = 60_000;
const maxPatternLength = 10_000;
const known = ["pattern", "path", "glob", "max_results", "context", "ignore_case"];

/**
 * Finds the lines of text files that a regular expression matches (`pattern`; `path`, `glob`, `max_results`, `context`,
 * `ignore_case`), as `path:line:text` (language.md 7.5). In a process of its own, so that no pattern can hang the runtime.
 */
export const grep: Tool = tool("grep", ["fs:read"], async (call, context) => {
  const given = toolArguments(call, context, known);
  const request = requestOf(given, context);
  const started = await spawnCommand({
    file: process.execPath,
    args: [builtFile(import.meta.url, "./grep-worker.js")],
    cwd: context.workspace,
    environment: environmentOf({ inherited: process.env }),
    marker: context.marker,
  });
  if (!started.ok) throw new ToolError("not-started", started.error.message);
  started.process.stdin.end(JSON.stringify(request));
  const timeoutMs = context.timeoutMs ?? defaultTimeoutMs;
  // JSON writes some characters as six bytes; the reply is never cut.
  const limits = { ...context, timeoutMs, outputLimit: 6 * context.outputLimit + 65_536 };
  const outcome = outcomeOf(await untilEnded(started.process, limits), timeoutMs, context);
  return { ...outcome, warnings: [...given.warnings, ...(outcome.warnings ?? [])] };
});

function requestOf(given: Arguments, { workspace, outputLimit }: ToolContext): GrepRequest {
  const pattern = requiredText(given, "pattern");
  const ignoreCase = optionalFlag(given, "ignore_case");
  assertExpression(pattern, ignoreCase);
  const place = searchPlace(workspace, optionalText(given, "path"));
  const glob = optionalText(given, "glob");
  if (glob !== undefined && !place.isFolder) refuse('"glob" says which files of a folder, and "path" is a file');
  // As with every tool of that name, a pattern of one name is for that name in any folder.
  const anywhere = glob === undefined ? "**" : glob.includes("/") ? glob : `**/${glob}`;
  globPattern(anywhere);
  return {
    ...place,
    pattern,
    ignoreCase,
    glob: anywhere,
    maxResults: optionalCount(given, "max_results") ?? defaultResults,
    context: optionalCount(given, "context", 0) ?? 0,
    outputLimit,
  };
}

/** Made here only to be checked: what it matches is never tried in this process. */
function assertExpression(pattern: string, ignoreCase: boolean): void {
  if (pattern === "") refuse("the pattern is empty");
  if (pattern.length > maxPatternLength) refuse(`the pattern is longer than ${maxPatternLength} characters`);
  try {
    expressionOf(pattern, ignoreCase);
  } catch (error) {
    refuse(`the pattern is no regular expression: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function outcomeOf(
  { exit, stdout, stderr, endedBy, warnings }: ProcessOutcome,
  timeoutMs: number,
  context: ToolContext,
): ToolOutcome {
  const nothing = { output: { text: "" }, stderr: stderr.text, signal: exit.signal, warnings };
  const limit = limitFailure(endedBy, { ...context, timeoutMs });
  if (limit !== null) return { ...nothing, timedOut: endedBy === "timeout", failure: limit };
  if (exit.exitCode !== 0) {
    return { ...nothing, failure: exitFailure(exit, `the search process failed: ${errorLine(stderr.text)}`) };
  }
  const reply: GrepReply = JSON.parse(stdout.text);
  return { output: { text: reply.text }, warnings: [...warnings, ...remarks(reply)] };
}

function remarks({ isCut, matches, skipped: { noText, unreadable } }: GrepReply): string[] {
  const cut = isCut ? [`there are more lines that match: only the first ${matches} are given`] : [];
  const left = [
    ...(noText === 0 ? [] : [`${noText} that are no UTF-8 text`]),
    ...(unreadable === 0 ? [] : [`${unreadable} that may not be read`]),
  ];
  return left.length === 0 ? cut : [...cut, `files that were not searched: ${left.join(", ")}`];
}
