import { optionalCount, optionalText, requiredText, toolArguments } from "./arguments.ts";
import { globPattern } from "./search/glob-pattern.ts";
import { type SearchPlace, searchPlace, shownPath } from "./search/search-place.ts";
import { walkFiles } from "./search/walk-files.ts";
import { withinTime } from "./time-limit.ts";
import { type Tool, tool } from "./tool.ts";
import { refuse } from "./tool-error.ts";

const defaultResults = 1000;
const defaultTimeoutMs = 60_000;

/**
 * Names the files that a pattern matches (`pattern`, from the folder `path` on, at most `max_results`), one a line, from
 * the workspace on (language.md 7.5). Links are not followed; hidden folders only where the pattern spells them.
 */
export const glob: Tool = tool("glob", ["fs:read"], async (call, context) => {
  const given = toolArguments(call, context, ["pattern", "path", "max_results"]);
  const pattern = globPattern(requiredText(given, "pattern"));
  const path = optionalText(given, "path");
  const limit = optionalCount(given, "max_results") ?? defaultResults;
  const place = searchPlace(context.workspace, path);
  if (!place.isFolder) refuse(`${path} is no folder`);
  const unreadable: string[] = [];
  const lines: string[] = [];
  let left = context.outputLimit;
  let isCut = false;
  await withinTime({ timeoutMs: context.timeoutMs ?? defaultTimeoutMs, signal: context.signal }, async (signal) => {
    const walk = { ...place, pattern, signal, unreadable: (folder: string) => unreadable.push(folder) };
    for await (const file of walkFiles(walk)) {
      const line = `${shownPath(place.root, file)}\n`;
      left -= Buffer.byteLength(line);
      isCut = lines.length === limit || left < 0;
      if (isCut) break;
      lines.push(line);
    }
  });
  const cut = isCut ? [`there are more: only the first ${lines.length} are given`] : [];
  return {
    output: { text: lines.join("") },
    warnings: [...given.warnings, ...cut, ...unreadableWarning(place, unreadable)],
  };
});

function unreadableWarning({ root }: SearchPlace, folders: readonly string[]): string[] {
  const [first] = folders;
  if (first === undefined) return [];
  const others = folders.length === 1 ? "" : ` and ${folders.length - 1} more`;
  return [`folders that may not be read were left out: ${shownPath(root, first)}${others}`];
}
