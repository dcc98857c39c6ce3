import { Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { captureOutput } from "./capture.ts";

async function captured(chunks: readonly Uint8Array[], limitBytes: number) {
  const stream = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  const capture = captureOutput(stream, limitBytes);
  await capture.ended;
  return capture.output();
}

/** Cut at every given offset, so also in the middle of a character. */
function split(bytes: Buffer, offsets: readonly number[]): Buffer[] {
  const cuts = [0, ...offsets.map((offset) => offset % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
}

describe("captured output", () => {
  test("says so when bytes are no text, and replaces them", async () => {
    expect(await captured([Uint8Array.of(0x61, 0xff, 0x00, 0x62)], 100)).toEqual({
      text: "a\ufffd\0b",
      cutBytes: 0,
      isText: false,
    });
  });

  test("is empty for a stream without a byte", async () => {
    expect(await captured([], 100)).toEqual({ text: "", cutBytes: 0, isText: true });
  });

  test("keeps the beginning and the end of what is too long, and says how much is missing", async () => {
    expect(await captured([Buffer.from("0123456789abcdef")], 8)).toEqual({
      text: "0123\n[... 8 bytes cut ...]\ncdef",
      cutBytes: 8,
      isText: true,
    });
  });

  test("never leaves half a character beside the cut", async () => {
    // Two bytes each: a limit of 6 is a head of 3 and a tail of 3, both of which end inside a character.
    expect(await captured([Buffer.from("éèêëïü")], 6)).toEqual({
      text: "é\n[... 8 bytes cut ...]\nü",
      cutBytes: 8,
      isText: true,
    });
  });

  test("is not to be had when the stream cannot be read", async () => {
    const stream = new Readable({ read: () => {} });
    const capture = captureOutput(stream, 10);
    stream.destroy(new Error("input/output error"));
    await capture.ended;
    expect(() => capture.output()).toThrow("input/output error");
  });

  test("is what was written, wherever it was split, as long as it fits", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), fc.array(fc.nat()), async (text, offsets) => {
        const bytes = Buffer.from(text);
        const output = await captured(split(bytes, offsets), bytes.length);
        expect(output).toEqual({ text: bytes.toString(), cutBytes: 0, isText: true });
      }),
    );
  });

  test("is a beginning and an end of what was written, and the bytes between are counted", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "grapheme", minLength: 1 }),
        fc.array(fc.nat()),
        fc.nat(),
        async (text, offsets, nat) => {
          const bytes = Buffer.from(text);
          const { text: shown, cutBytes, isText } = await captured(split(bytes, offsets), nat % bytes.length);
          const [head = "", tail = ""] = shown.split(`\n[... ${cutBytes} bytes cut ...]\n`);
          expect(isText).toBe(true);
          expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
          expect(Buffer.byteLength(head) + cutBytes + Buffer.byteLength(tail)).toBe(bytes.length);
        },
      ),
    );
  });
});
