import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { labelLine, labelLines } from "./label-lines.ts";
import { textWidth } from "./text-width.ts";

const room = { width: 100, size: 10, lines: 4 };

describe("the lines of a label", () => {
  it.each([
    ["one two", ["one two"]],
    ["one<br>two<br/>three<BR />four", ["one", "two", "three", "four"]],
    ["one\ntwo", ["one", "two"]],
    ["one\\ntwo", ["one", "two"]],
    ["  one   two  ", ["one two"]],
    ["<br>one<br>", ["one"]],
    ["a long label that is wrapped", ["a long label that", "is wrapped"]],
    ["<i>set</i> in <b class='x'>type</b>", ["set in type"]],
    ["a <c> d", ["a <c> d"]],
    ["fa:fa-car Car", ["Car"]],
    ["", [""]],
    ["1<br>2<br>3<br>4<br>5", ["1", "2", "3", "4…"]],
  ])("%j", (label, lines) => {
    expect(labelLines(label, room)).toEqual(lines);
  });

  it("break a word that is too wide for any line, between characters as a reader sees them", () => {
    const lines = labelLines("👩‍👩‍👧‍👦".repeat(30), { ...room, lines: 50 });
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join("")).toBe("👩‍👩‍👧‍👦".repeat(30));
    for (const line of lines) expect(line.startsWith("👩")).toBe(true);
  });

  it("fit into the room, whatever the label", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (label) => {
        const lines = labelLines(label, room);
        expect(lines.length).toBeLessThanOrEqual(room.lines);
        // One character may be wider than all the room, and an ellipsis may follow.
        for (const line of lines) expect(textWidth(line, room.size)).toBeLessThanOrEqual(room.width + 2 * room.size);
      }),
    );
  });
});

it.each([
  ["one<br/>two\nthree", "one two three"],
  ["  <b>x</b>  y ", "x y"],
])("as one line, %j is %j", (label, line) => {
  expect(labelLine(label)).toBe(line);
});
