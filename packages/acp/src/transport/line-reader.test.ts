import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineReader } from "./line-reader.ts";

function readAll(chunks: readonly Buffer[], maxLineBytes = 1_000): string[] {
  const lines: string[] = [];
  const reader = lineReader({
    maxLineBytes,
    line: (text) => lines.push(text),
    tooLong: () => lines.push("<too long>"),
  });
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return lines;
}

const utf8 = (text: string) => Buffer.from(text, "utf8");

describe("lineReader", () => {
  it("gives the same lines wherever a chunk ends, in the middle of a character too", () => {
    const bytes = utf8('{"a":"ä€😀"}\nzweite Zeile ß\n\n{"b":1}\n');
    const expected = ['{"a":"ä€😀"}', "zweite Zeile ß", "", '{"b":1}'];
    for (let at = 0; at <= bytes.length; at++) {
      expect(readAll([bytes.subarray(0, at), bytes.subarray(at)]), `split at byte ${at}`).toEqual(expected);
    }
  });

  it("gives the same lines when every byte comes alone", () => {
    const bytes = utf8("€\n😀\n");
    expect(readAll([...bytes].map((byte) => Buffer.from([byte])))).toEqual(["€", "😀"]);
  });

  it("gives what came after the last newline when the stream ends", () => {
    expect(readAll([utf8("one\ntw"), utf8("o")])).toEqual(["one", "two"]);
    expect(readAll([utf8("one\n")])).toEqual(["one"]);
  });

  it("passes a line of exactly the limit, and not one byte more", () => {
    expect(readAll([utf8("12345\n")], 5)).toEqual(["12345"]);
    expect(readAll([utf8("123456\n")], 5)).toEqual(["<too long>"]);
    // Bytes, not characters.
    expect(readAll([utf8("€€\n")], 5)).toEqual(["<too long>"]);
  });

  it("reports a line that is too long once, and as soon as it is, without waiting for its end", () => {
    expect(readAll([utf8("123"), utf8("456"), utf8("789"), utf8("0")], 5)).toEqual(["<too long>"]);
  });

  it("reads on after a line that was too long", () => {
    expect(readAll([utf8("123456"), utf8("7\nnext\n")], 5)).toEqual(["<too long>", "next"]);
    expect(readAll([utf8("1234567\nnext\n")], 5)).toEqual(["<too long>", "next"]);
  });

  it("gives any lines back, however they are cut into chunks", () =>
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary" }).map((text) => text.replaceAll("\n", ""))),
        fc.array(fc.nat({ max: 20 })),
        (lines, sizes) => {
          const bytes = utf8(lines.map((line) => `${line}\n`).join(""));
          const chunks: Buffer[] = [];
          let at = 0;
          for (const size of sizes) {
            chunks.push(bytes.subarray(at, at + size));
            at += size;
          }
          expect(readAll([...chunks, bytes.subarray(at)], 1e6)).toEqual(
            lines.map((line) => utf8(line).toString("utf8")),
          );
        },
      ),
    ));
});
