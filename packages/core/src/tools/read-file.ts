import { isUtf8 } from "node:buffer";
import { constants, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { refuse } from "./tool-error.ts";
import { assertUnmoved } from "./workspace.ts";

const maxFileBytes = 64 * 1024 * 1024;

/** Does something with what a real path of the workspace leads to at this moment; `shown` is the path as it was given. */
export async function withOpened<Value>(
  workspace: string,
  real: string,
  shown: string,
  work: (file: FileHandle, stats: Stats) => Promise<Value>,
): Promise<Value> {
  // Without waiting for whoever may write to a pipe, and never through a link that was put there just now.
  const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    assertUnmoved(workspace, real, stats, shown);
    return await work(file, stats);
  } finally {
    await file.close();
  }
}

/** The text of an opened file; refuses what is none. */
export async function fileText(file: FileHandle, stats: Stats, path: string): Promise<string> {
  if (!stats.isFile()) refuse(`${path} is ${stats.isDirectory() ? "a folder" : "no regular file"}`);
  if (stats.size > maxFileBytes) refuse(`${path} is ${stats.size} bytes long: more than is read (${maxFileBytes})`);
  const bytes = await file.readFile();
  // A NUL is valid UTF-8, and the mark of a file that is no text.
  if (bytes.includes(0) || !isUtf8(bytes)) refuse(`${path} is no UTF-8 text`);
  return bytes.toString("utf8");
}
