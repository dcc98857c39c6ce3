import { type Arguments, optionalFlag, requiredText, toolArguments } from "./arguments.ts";
import { withFile } from "./file-error.ts";
import { fileText, withOpened } from "./read-file.ts";
import { replaceFile } from "./replace-file.ts";
import { type Tool, tool } from "./tool.ts";
import { refuse } from "./tool-error.ts";
import { resolveInWorkspace } from "./workspace.ts";

const shownLines = 5;

/**
 * Replaces text in a file (`path`, `old_text`, `new_text`): the one place where it stands, or with `replace_all` each of
 * them. Text that is not there, or there more than once, changes nothing (language.md 7.5).
 */
export const edit: Tool = tool("edit", ["fs:write"], async (call, context) => {
  const given = toolArguments(call, context, ["path", "old_text", "new_text", "replace_all"]);
  const path = requiredText(given, "path");
  const change = changeOf(given);
  const { workspace } = context;
  const real = resolveInWorkspace(workspace, path);
  const { text, stats } = await withFile("read", path, () =>
    withOpened(workspace, real, path, async (file, stats) => ({ text: await fileText(file, stats, path), stats })),
  );
  const places = placesOf(text, change, path);
  const edited = Buffer.from(replaced(text, change, places));
  await withFile("written", path, () => replaceFile(workspace, path, real, edited, stats));
  const what = places.length === 1 ? `line ${lineOf(text, places[0] ?? 0)}` : `${places.length} places`;
  return { output: { text: `edited ${path} (${what})` }, warnings: given.warnings };
});

interface Change {
  readonly oldText: string;
  readonly newText: string;
  readonly isEverywhere: boolean;
}

function changeOf(given: Arguments): Change {
  const oldText = requiredText(given, "old_text");
  const newText = requiredText(given, "new_text");
  if (oldText === "") refuse('"old_text" is empty: it is the text to be replaced; a new file is made by write');
  if (oldText === newText) refuse('"old_text" and "new_text" are the same: there is nothing to change');
  return { oldText, newText, isEverywhere: optionalFlag(given, "replace_all") };
}

/** Where the old text is replaced, in order and apart from each other. */
function placesOf(text: string, { oldText, isEverywhere }: Change, path: string): number[] {
  const places = occurrences(text, oldText, isEverywhere ? oldText.length : 1);
  if (places.length === 0) {
    const isOtherwiseThere = text.includes("\r\n") && text.replaceAll("\r\n", "\n").includes(oldText);
    const hint = isOtherwiseThere ? ": its lines end in \\r\\n, and so must those of the text" : "";
    return refuse(`"old_text" is not in ${path}${hint}`);
  }
  if (isEverywhere || places.length === 1) return places;
  const lines = places.slice(0, shownLines).map((place) => lineOf(text, place));
  const more = places.length > shownLines ? ", ..." : "";
  return refuse(
    `"old_text" is ${places.length} times in ${path} (lines ${lines.join(", ")}${more}): give more of what is around it, or set "replace_all"`,
  );
}

/** For one replacement those that overlap count too: which of them is meant nobody knows. */
function occurrences(text: string, part: string, stride: number): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + stride)) found.push(at);
  return found;
}

function replaced(text: string, { oldText, newText }: Change, places: readonly number[]): string {
  const ends = [0, ...places.map((place) => place + oldText.length)];
  const kept = [...places, text.length].map((place, index) => text.slice(ends[index], place));
  return kept.join(newText);
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
