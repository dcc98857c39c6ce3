import { randomUUID } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode } from "../process/error-code.ts";
import { refuse, ToolError } from "./tool-error.ts";
import { assertUnmoved } from "./workspace.ts";

/**
 * Writes a whole file, all of it or nothing: a reader, or a crash, never meets half a file. Tells whether there was one.
 * With `read`, what the file was when it was read, one that has changed since is left as it is.
 */
export async function replaceFile(
  workspace: string,
  path: string,
  real: string,
  content: Buffer,
  read?: Stats,
): Promise<boolean> {
  const old = await existing(real);
  if (old !== null && !old.isFile()) refuse(`${path} is ${old.isDirectory() ? "a folder" : "no regular file"}`);
  await mkdir(dirname(real), { recursive: true });
  const temporary = join(dirname(real), `.${randomUUID()}.tmp`);
  const file = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW);
  try {
    await fill(file, content, old, (opened) => assertUnmoved(workspace, temporary, opened, path));
    if (read !== undefined) assertUnchanged(read, await existing(real), path);
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

function assertUnchanged(read: Stats, found: Stats | null, path: string): void {
  const isSame = found?.ino === read.ino && found.size === read.size && found.mtimeMs === read.mtimeMs;
  // Another attempt reads it anew.
  if (!isSame) throw new ToolError("failed", `${path} was changed by someone else meanwhile: nothing was written`);
}
