import { isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";

export interface CapturedOutput {
  readonly text: string;
  /** Bytes left out of the middle; 0 when all of it is there. */
  readonly cutBytes: number;
  /** False when bytes that are no UTF-8 were replaced. */
  readonly isText: boolean;
}

export interface Capture {
  /** Resolves when the stream has ended, was destroyed, or could not be read. */
  readonly ended: Promise<void>;
  /** What has come so far. Throws when the stream could not be read. */
  output(): CapturedOutput;
}

/** Keeps the first and the last `limitBytes / 2` bytes of a stream, whatever its length. */
export function captureOutput(stream: Readable, limitBytes: number): Capture {
  const headLimit = Math.ceil(limitBytes / 2);
  const tailLimit = limitBytes - headLimit;
  const head: Buffer[] = [];
  let headBytes = 0;
  let tail: Buffer[] = [];
  let tailBytes = 0;
  let cutBytes = 0;
  let fault: { readonly error: unknown } | null = null;

  const keep = (chunk: Buffer) => {
    const first = chunk.subarray(0, headLimit - headBytes);
    const rest = chunk.subarray(first.length);
    if (first.length > 0) head.push(first);
    headBytes += first.length;
    if (rest.length > 0) tail.push(rest);
    tailBytes += rest.length;
    // Only now and then, so that many small chunks do not cost a copy each.
    if (tailBytes > 2 * tailLimit) trim();
  };
  const trim = () => {
    const whole = Buffer.concat(tail);
    const kept = whole.subarray(Math.max(0, whole.length - tailLimit));
    cutBytes += whole.length - kept.length;
    tail = [Buffer.from(kept)];
    tailBytes = kept.length;
  };

  stream.on("data", keep);
  stream.once("error", (error) => {
    fault = { error };
  });
  const ended = new Promise<void>((resolve) => {
    stream.once("close", resolve);
  });
  return {
    ended,
    output() {
      if (fault !== null) throw fault.error;
      trim();
      return decode(Buffer.concat(head), Buffer.concat(tail), cutBytes);
    },
  };
}

function decode(head: Buffer, tail: Buffer, cutBytes: number): CapturedOutput {
  if (cutBytes === 0) {
    const whole = Buffer.concat([head, tail]);
    return { text: whole.toString("utf8"), cutBytes, isText: isUtf8(whole) };
  }
  const firstPart = withoutSplitEnd(head);
  const lastPart = withoutSplitStart(tail);
  const cut = cutBytes + head.length - firstPart.length + tail.length - lastPart.length;
  return {
    text: `${firstPart.toString("utf8")}\n[... ${cut} bytes cut ...]\n${lastPart.toString("utf8")}`,
    cutBytes: cut,
    isText: isUtf8(firstPart) && isUtf8(lastPart),
  };
}

/** The cut must not leave half a character: what the last lead byte asks for must be there. */
function withoutSplitEnd(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? bytes.subarray(0, -back) : bytes;
  }
  return bytes;
}

/** At most three bytes can continue a character that began before the cut. */
function withoutSplitStart(bytes: Buffer): Buffer {
  let start = 0;
  while (start < 3 && isContinuation(bytes[start] ?? 0)) start++;
  return bytes.subarray(start);
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
