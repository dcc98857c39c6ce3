import { describe, expect, test } from "vitest";
import { verifies } from "../testing/verifies.ts";
import { byteOffsetAt, positionAt, sourceFile } from "./source-file.ts";

const text = "a\r\né😀\n\uD83Dz";

describe("an offset is told in other ways (language.md 2, positions)", () => {
  verifies("lexical.position.lines", "lexical.position.bytes");
  test.each([
    ["the first character", 0, 1, 1, 0],
    ["a carriage return", 1, 1, 2, 1],
    ["the first character of a line", 3, 2, 1, 3],
    ["behind a character of two bytes", 4, 2, 2, 5],
    ["behind a character of two units", 6, 2, 4, 9],
    ["behind half a character", 8, 3, 2, 13],
    ["the end", 9, 3, 3, 14],
  ])("%s", (_, offset, line, column, bytes) => {
    const source = sourceFile(text);
    expect(positionAt(source, offset)).toEqual({ line, column, offset });
    expect(byteOffsetAt(source, offset)).toBe(bytes);
  });

  test("one outside the text is moved to its nearest end", () => {
    const source = sourceFile("ab");
    expect(positionAt(source, 7)).toEqual({ line: 1, column: 3, offset: 2 });
    expect(positionAt(source, -1)).toEqual({ line: 1, column: 1, offset: 0 });
    expect([byteOffsetAt(source, 7), byteOffsetAt(source, -1)]).toEqual([2, 0]);
  });
});
