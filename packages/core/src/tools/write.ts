import { randomUUID } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode } from "../process/error-code.ts";
import { requiredText, toolArguments } from "./arguments.ts";
import { withFile } from "./file-error.ts";
import { type Tool, tool } from "./tool.ts";
import { refuse } from "./tool-error.ts";
import { assertUnmoved, resolveInWorkspace } from "./workspace.ts";

/** Writes a whole file (`path`, `content`; the scope when there is no `content`), making its folders (diagram.md 3). */
export const write: Tool = tool("write", ["fs:write"], async (call, context) => {
  const given = toolArguments(call, context, ["path", "content"]);
  const path = requiredText(given, "path");
  const content = Buffer.from(requiredText(given, given.values.has("content") ? "content" : "input"));
  const real = resolveInWorkspace(context.workspace, path);
  const existed = await withFile("written", path, () => replace(context.workspace, path, real, content));
  const text = `${existed ? "replaced" : "created"} ${path} (${content.length} bytes)`;
  return { output: { text }, warnings: given.warnings };
});

/** All of it or nothing: a reader, or a crash, never meets half a file. */
async function replace(workspace: string, path: string, real: string, content: Buffer): Promise<boolean> {
  const old = await existing(real);
  if (old !== null && !old.isFile()) refuse(`${path} is ${old.isDirectory() ? "a folder" : "no regular file"}`);
  await mkdir(dirname(real), { recursive: true });
  const temporary = join(dirname(real), `.${randomUUID()}.tmp`);
  const file = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW);
  try {
    await fill(file, content, old, (opened) => assertUnmoved(workspace, temporary, opened, path));
    await rename(temporary, real);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return old !== null;
}

async function fill(
  file: FileHandle,
  content: Buffer,
  old: Stats | null,
  check: (opened: Stats) => void,
): Promise<void> {
  try {
    // Before a byte is written: its folder may have become a link to elsewhere since it was looked up.
    check(await file.stat());
    await file.writeFile(content);
    // The umask is for new files; one that is replaced stays executable, or private.
    if (old !== null) await file.chmod(old.mode & 0o777);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function existing(real: string): Promise<Stats | null> {
  try {
    return await lstat(real);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}
