import type { Readable, Writable } from "node:stream";
import { lineReader } from "../transport/line-reader.ts";

/** The lines of a stream, read no faster than they are taken; null for one that is longer than a line may be. */
export async function* linesOf(stream: Readable, maxLineBytes: number): AsyncGenerator<string | null> {
  const read: (string | null)[] = [];
  const reader = lineReader({
    maxLineBytes,
    line: (text) => void read.push(text),
    tooLong: () => void read.push(null),
  });
  for await (const chunk of stream) {
    reader.push(chunk);
    yield* read.splice(0);
  }
  reader.end();
  yield* read.splice(0);
}

/** Resolves when the system has taken the line. */
export function writeLine(stream: Writable, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(`${line}\n`, (error) => (error ? reject(error) : resolve()));
  });
}
