const newline = 0x0a;

export interface LineReader {
  push(chunk: Buffer): void;
  /** What came after the last newline; an agent that ends without one may still have said something. */
  end(): void;
}

export interface LineReaderOptions {
  /** In bytes, without the newline. */
  readonly maxLineBytes: number;
  line(text: string): void;
  /** A line passed the limit: called once for it, and nothing of it is kept. */
  tooLong(): void;
}

/**
 * Bytes to lines of UTF-8. Lines are cut at the newline byte, which is part of no other character, and decoded whole:
 * so a chunk may end anywhere, in the middle of a character included.
 */
export function lineReader({ maxLineBytes, line, tooLong }: LineReaderOptions): LineReader {
  let parts: Buffer[] = [];
  let partBytes = 0;
  /** The rest of a line that is too long is passed over, not kept. */
  let skipping = false;

  const keep = (part: Buffer) => {
    if (skipping || part.length === 0) return;
    if (partBytes + part.length > maxLineBytes) {
      parts = [];
      partBytes = 0;
      skipping = true;
      tooLong();
      return;
    }
    parts.push(part);
    partBytes += part.length;
  };
  const finish = () => {
    const [first = Buffer.alloc(0)] = parts;
    const text = skipping ? undefined : (parts.length > 1 ? Buffer.concat(parts, partBytes) : first).toString("utf8");
    parts = [];
    partBytes = 0;
    skipping = false;
    if (text !== undefined) line(text);
  };

  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
        keep(chunk.subarray(start, end));
        finish();
        start = end + 1;
      }
      keep(chunk.subarray(start));
    },
    end() {
      if (partBytes > 0) finish();
    },
  };
}
