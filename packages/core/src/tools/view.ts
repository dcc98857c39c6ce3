import { readdir } from "node:fs/promises";
import { type Arguments, optionalCount, requiredText, toolArguments } from "./arguments.ts";
import { withFile } from "./file-error.ts";
import { fileText, withOpened } from "./read-file.ts";
import { type Tool, type ToolContext, tool } from "./tool.ts";
import { refuse } from "./tool-error.ts";
import { resolveInWorkspace } from "./workspace.ts";

/** A file's text, whole or by lines (`path`, `from`, `to`), or the names in a folder (diagram.md 3). */
export const view: Tool = tool("view", ["fs:read"], async (call, context) => {
  const given = toolArguments(call, context, ["path", "from", "to"]);
  const path = requiredText(given, "path");
  const real = resolveInWorkspace(context.workspace, path);
  const text = await withFile("read", path, () =>
    withOpened(context.workspace, real, path, async (file, stats) =>
      stats.isDirectory() ? listing(await readdir(real, { withFileTypes: true })) : fileText(file, stats, path),
    ),
  );
  return { output: { text: shown(text, given, path, context) }, warnings: given.warnings };
});

function listing(entries: readonly { readonly name: string; isDirectory(): boolean }[]): string {
  return entries
    .map((entry) => (entry.isDirectory() ? `${entry.name}/\n` : `${entry.name}\n`))
    .sort()
    .join("");
}

function shown(text: string, given: Arguments, path: string, { outputLimit }: ToolContext): string {
  const from = optionalCount(given, "from");
  const to = optionalCount(given, "to");
  const part = from === undefined && to === undefined ? text : lines(text, from ?? 1, to, path);
  const size = Buffer.byteLength(part);
  if (size > outputLimit) {
    refuse(
      `${path}: ${size} bytes are more than the limit of ${outputLimit}; ask for fewer lines with "from" and "to"`,
    );
  }
  return part;
}

function lines(text: string, from: number, to: number | undefined, path: string): string {
  if (to !== undefined && to < from) refuse(`"to" (${to}) comes before "from" (${from})`);
  const all = text.split(/(?<=\n)/);
  if (from > all.length) refuse(`${path} has ${all.length} lines: there is no line ${from}`);
  return all.slice(from - 1, to).join("");
}
