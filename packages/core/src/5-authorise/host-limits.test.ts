import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type NameLimit, permits } from "./host-limits.ts";

describe("a name passes", () => {
  test.each<[string, readonly NameLimit[] | undefined, boolean]>([
    ["no limits", undefined, true],
    ["an empty limit", [{}], true],
    ["a denial of another", [{ deny: ["b"] }], true],
    ["a denial of it", [{ deny: ["b", "a"] }], false],
    ["a denial of all", [{ deny: ["*"] }], false],
    ["a list that holds it", [{ allow: ["a"] }], true],
    ["a list of all", [{ allow: ["*"] }], true],
    ["a list of others", [{ allow: ["b"] }], false],
    ["a list of none", [{ allow: [] }], false],
    ["a list and a denial", [{ allow: ["a"], deny: ["a"] }], false],
    ["one limit of two", [{ allow: ["a"] }, { allow: ["b"] }], false],
    ["two limits", [{ allow: ["a", "b"] }, { allow: ["a"], deny: ["b"] }], true],
  ])("%s", (_, limits, expected) => {
    expect(permits(limits, "a")).toBe(expected);
  });

  test("fewer limits whenever it passes more", () => {
    const name = fc.constantFrom("a", "b", "*");
    const limit = fc.record({ deny: fc.array(name), allow: fc.array(name) }, { requiredKeys: [] });
    fc.assert(
      fc.property(fc.array(limit), limit, (limits, another) => {
        expect(permits([...limits, another], "a") && !permits(limits, "a")).toBe(false);
      }),
    );
  });
});
