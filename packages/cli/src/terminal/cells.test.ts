import { expect, it } from "vitest";
import { cellsOf, fitted } from "./cells.ts";

it.each([
  ["plain", 5],
  ["日本語", 6],
  ["e\u0301", 1],
  ["🚀", 2],
  ["", 0],
])("%j takes %i cells", (text, cells) => {
  expect(cellsOf(text)).toBe(cells);
});

it.each([
  ["fits", 10, "fits"],
  ["fits exactly", 12, "fits exactly"],
  ["is too long", 8, "is too…"],
  ["日本語", 5, "日本…"],
  ["日本語", 4, "日…"],
  ["two\nlines\tand \u001b[2J", 40, "two lines and \\x1b[2J"],
  ["any length", Number.POSITIVE_INFINITY, "any length"],
])("%j in %i cells is %j", (text, room, line) => {
  expect(fitted(text, room)).toBe(line);
});
