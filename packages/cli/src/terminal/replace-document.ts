import { randomUUID } from "node:crypto";
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { UsageError } from "../exit.ts";

/**
 * Puts a new text in a file's place at once: whoever reads it meanwhile sees the old one or the new one, never a part.
 * A file that is no longer what was read is left alone.
 */
export function replaceDocument(file: string, before: string, after: string): void {
  try {
    const path = realpathSync(file);
    // Renaming would get around this permission.
    accessSync(path, constants.W_OK);
    if (readFileSync(path, "utf8") !== before)
      throw new UsageError(`${file} was changed by something else meanwhile and is left alone`);
    writeInPlace(path, after);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function writeInPlace(path: string, text: string): void {
  const { mode, uid, gid } = statSync(path);
  const temporary = join(dirname(path), `.aml-${randomUUID()}`);
  try {
    const descriptor = openSync(temporary, "wx", 0o600);
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    chmodSync(temporary, mode & 0o7777);
    // Someone else's file stays theirs when root mends it.
    if (process.getuid?.() === 0) chownSync(temporary, uid, gid);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
