import { UsageError } from "../exit.ts";
import { decodeDocument, largestDocument } from "./read-document.ts";

/** The document on standard input; binary or overlong input, or one that is not UTF-8, is refused as a file would be. */
export async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > largestDocument) {
      throw new UsageError(
        `standard input is too large for a document: at most ${largestDocument / 1024 / 1024} MB are read`,
      );
    }
    chunks.push(bytes);
  }
  return decodeDocument("standard input", Buffer.concat(chunks));
}
