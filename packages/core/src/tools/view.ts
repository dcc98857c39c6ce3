import { isUtf8 } from "node:buffer";
import { constants, type Stats } from "node:fs";
import { type FileHandle, open, readdir } from "node:fs/promises";
import { type Arguments, optionalCount, requiredText, toolArguments } from "./arguments.ts";
import { withFile } from "./file-error.ts";
import { type Tool, type ToolContext, tool } from "./tool.ts";
import { refuse } from "./tool-error.ts";
import { assertUnmoved, resolveInWorkspace } from "./workspace.ts";

const maxFileBytes = 64 * 1024 * 1024;

/** A file's text, whole or by lines (`path`, `from`, `to`), or the names in a folder (diagram.md 3). */
export const view: Tool = tool("view", ["fs:read"], async (call, context) => {
  const given = toolArguments(call, context, ["path", "from", "to"]);
  const path = requiredText(given, "path");
  const real = resolveInWorkspace(context.workspace, path);
  const text = await withFile("read", path, async () => {
    // Without waiting for whoever may write to a pipe, and never through a link that was put there just now.
    const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stats = await file.stat();
      assertUnmoved(context.workspace, real, stats, path);
      return stats.isDirectory()
        ? listing(await readdir(real, { withFileTypes: true }))
        : await fileText(file, stats, path);
    } finally {
      await file.close();
    }
  });
  return { output: { text: shown(text, given, path, context) }, warnings: given.warnings };
});

async function fileText(file: FileHandle, stats: Stats, path: string): Promise<string> {
  if (!stats.isFile()) refuse(`${path} is no regular file`);
  if (stats.size > maxFileBytes) refuse(`${path} is ${stats.size} bytes long: more than view reads (${maxFileBytes})`);
  const bytes = await file.readFile();
  // A NUL is valid UTF-8, and the mark of a file that is no text.
  if (bytes.includes(0) || !isUtf8(bytes)) refuse(`${path} is no UTF-8 text`);
  return bytes.toString("utf8");
}

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
