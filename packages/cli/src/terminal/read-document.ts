import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { UsageError } from "../exit.ts";

/** In bytes. */
export const largestDocument = 16 * 1024 * 1024;

/** Reads a document, or says what is wrong with it: missing, a folder, too large, binary, not UTF-8. */
export function readDocument(file: string): string {
  let descriptor: number;
  try {
    descriptor = openSync(file, "r");
  } catch (error) {
    throw new UsageError(`${file}: ${whyNotOpened(error)}`);
  }
  try {
    return decodeDocument(file, readAll(file, descriptor));
  } finally {
    closeSync(descriptor);
  }
}

function readAll(file: string, descriptor: number): Uint8Array {
  const stats = fstatSync(descriptor);
  if (stats.isDirectory()) throw new UsageError(`${file} is a folder, not a document`);
  if (!stats.isFile()) throw new UsageError(`${file} is not a regular file`);
  if (stats.size > largestDocument) {
    const size = `${Math.round(stats.size / 1024 / 1024)} MB`;
    throw new UsageError(
      `${file} is too large for a document: ${size}, and at most ${largestDocument / 1024 / 1024} MB are read`,
    );
  }
  const bytes = new Uint8Array(stats.size);
  let length = 0;
  while (length < bytes.length) {
    const read = readSync(descriptor, bytes, length, bytes.length - length, null);
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
}

/** The text of a document's bytes, its byte order mark included. */
export function decodeDocument(file: string, bytes: Uint8Array): string {
  if (bytes.includes(0)) throw new UsageError(`${file} is a binary file, not a document`);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UsageError(`${file} is not valid UTF-8`, "save it as UTF-8");
  }
}

function whyNotOpened(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "no such file";
  if (code === "EACCES") return "no permission to read it";
  if (code === "ENOTDIR") return "a part of its path is not a folder";
  if (code === "ELOOP") return "too many symbolic links";
  return error instanceof Error ? error.message : String(error);
}
