import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { literal, matchesPattern, type PatternToken } from "./pattern.ts";

/** What each token means, as a regular expression: right for short texts, and slow for hostile ones. */
const meaning = { any: ".*", name: "[^/]*", folders: "(?:.*/)?" } as const;
const expressionOf = (pattern: readonly PatternToken[]) =>
  new RegExp(
    `^${pattern.map((token) => (typeof token === "string" ? meaning[token] : token.character)).join("")}$`,
    "s",
  );

describe("a pattern", () => {
  test("matches what its regular expression does", () => {
    const token = fc.constantFrom<PatternToken>("any", "name", "folders", ...literal("ab/"));
    const text = fc.string({ unit: fc.constantFrom(..."ab/\n"), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(token, { maxLength: 6 }), text, (pattern, subject) => {
        expect(matchesPattern(pattern, subject)).toBe(expressionOf(pattern).test(subject));
      }),
      { numRuns: 2000 },
    );
  });

  test("with many wildcards comes to its end on a long text", () => {
    const words = Array.from({ length: 40 }, (): PatternToken[] => ["any", ...literal("a")]).flat();
    expect(matchesPattern([...words, ...literal("c")], `${"a".repeat(5000)}b`)).toBe(false);
    const folders = Array.from({ length: 40 }, (): PatternToken => "folders");
    expect(matchesPattern([...folders, ...literal("z")], "a/".repeat(2000))).toBe(false);
  });
});
