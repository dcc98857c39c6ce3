import { expect, it } from "vitest";
import { foldLabel } from "./labels.ts";

it.each([
  ["Yes", " yes\t"],
  ["STRASSE", "straße"],
  ["ΟΔΟΣ", "οδος"],
  ["caf\u00e9", "CAFE\u0301"],
])("%j and %j are one label", (one, other) => {
  expect(foldLabel(one)).toBe(foldLabel(other));
});

it.each([
  ["yes", "no"],
  ["yes", "yes!"],
  ["not now", "notnow"],
])("%j and %j are two labels", (one, other) => {
  expect(foldLabel(one)).not.toBe(foldLabel(other));
});
