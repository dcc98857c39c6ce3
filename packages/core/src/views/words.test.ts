import { expect, it } from "vitest";
import { duration } from "./words.ts";

it.each([
  [0, "0 ms"],
  [999, "999 ms"],
  [1_000, "1.0 s"],
  [59_949, "59.9 s"],
  [59_950, "1 min 0 s"],
  [125_400, "2 min 5 s"],
])("%i milliseconds read %s", (ms, words) => {
  expect(duration(ms)).toBe(words);
});
