import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sourceFile } from "../text/source-file.ts";
import { applyFixes } from "./apply-fixes.ts";
import { foreignToolName } from "./catalogue.generated.ts";
import type { Diagnostic, Edit, Fix } from "./diagnostic.ts";

const at = { source: sourceFile("x"), start: 0, end: 1 };

function fixedBy(...fixes: readonly Fix[]): Diagnostic {
  return foreignToolName({ at, written: "Bash", name: "bash", fixes });
}

function safe(...edits: readonly Edit[]): Fix {
  return { title: "fix", safe: true, edits };
}

function replace(start: number, end: number, text: string, file = "a"): Edit {
  return { file, start, end, text };
}

function fix(text: string, diagnostics: readonly Diagnostic[]) {
  const { texts, applied } = applyFixes(new Map([["a", text]]), diagnostics);
  return { text: texts.get("a") ?? text, applied: applied.length };
}

describe("fixes that are not applied", () => {
  test.each([
    ["an unsafe one", { ...safe(replace(0, 1, "x")), safe: false }],
    ["one without edits", safe()],
    ["one that changes nothing", safe(replace(0, 1, "0"))],
    ["one of a file that is not there", safe(replace(0, 1, "x", "b"))],
    ["one that reaches past the end", safe(replace(9, 11, "x"))],
    ["one that starts before the beginning", safe(replace(-1, 1, "x"))],
    ["one that ends before it starts", safe(replace(3, 2, "x"))],
    ["one whose edits overlap each other", safe(replace(0, 3, "x"), replace(2, 4, "y"))],
    ["half of one: the other half is in no known file", safe(replace(0, 1, "x"), replace(0, 1, "x", "b"))],
  ])("%s", (_, refused) => {
    expect(fix("0123456789", [fixedBy(refused)])).toEqual({ text: "0123456789", applied: 0 });
  });

  test("the first safe one counts, whatever stands before it", () => {
    const unsafe = { ...safe(replace(0, 1, "u")), safe: false };
    expect(fix("0123", [fixedBy(unsafe, safe(replace(0, 1, "s")), safe(replace(3, 4, "t")))])).toEqual({
      text: "s123",
      applied: 1,
    });
  });
});

describe("fixes of several diagnostics", () => {
  test.each([
    ["apart", [replace(0, 1, "A"), replace(5, 6, "F")], "A1234F6789", 2],
    ["in any order", [replace(5, 6, "F"), replace(0, 1, "A")], "A1234F6789", 2],
    ["side by side", [replace(0, 2, "A"), replace(2, 4, "B")], "AB456789", 2],
    ["overlapping: the first wins", [replace(0, 3, "A"), replace(2, 4, "B")], "A3456789", 1],
    ["one inside the other", [replace(2, 8, "A"), replace(4, 5, "B")], "01A89", 1],
    ["the same twice", [replace(0, 3, "A"), replace(0, 3, "A")], "A3456789", 1],
    ["two insertions at one place", [replace(2, 2, "A"), replace(2, 2, "B")], "01A23456789", 1],
    ["an insertion at the start of a replacement", [replace(2, 4, "A"), replace(2, 2, "B")], "01A456789", 1],
    ["an insertion at the end of a replacement", [replace(2, 4, "A"), replace(4, 4, "B")], "01A456789", 1],
    ["a replacement after an insertion at its start", [replace(2, 2, "B"), replace(2, 4, "A")], "01B23456789", 1],
    ["deletion and insertion at both ends of the text", [replace(0, 1, ""), replace(10, 10, "!")], "123456789!", 2],
  ])("%s", (_, edits, text, applied) => {
    expect(
      fix(
        "0123456789",
        edits.map((edit) => fixedBy(safe(edit))),
      ),
    ).toEqual({ text, applied });
  });

  test("what a refused fix had begun is free for the next", () => {
    const refused = safe(replace(0, 1, "x"), replace(99, 100, "y"));
    expect(fix("0123", [fixedBy(refused), fixedBy(safe(replace(0, 1, "A")))])).toEqual({ text: "A123", applied: 1 });
  });

  test("only changed texts are given", () => {
    const texts = new Map([
      ["a", "0"],
      ["b", "0"],
    ]);
    expect([...applyFixes(texts, [fixedBy(safe(replace(0, 1, "1", "b")))]).texts]).toEqual([["b", "1"]]);
  });
});

test("no character outside the accepted edits is ever lost, and every accepted text is there", () => {
  const edit = fc
    .record({ start: fc.nat(20), length: fc.nat(4), mark: fc.constantFrom("«", "»", "¤") })
    .map(({ start, length, mark }) => replace(start, start + length, mark));
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
      const original = "abcdefghijklmnopqrst";
      const diagnostics = edits.map((each) => fixedBy(safe(each)));
      const { texts, applied } = applyFixes(new Map([["a", original]]), diagnostics);
      const text = texts.get("a") ?? original;
      const chosen = applied.flatMap((each) => each.fixes.flatMap(({ edits: all }) => all));
      const isReplaced = (at: number) => chosen.some(({ start, end }) => start <= at && at < end);
      const kept = [...original].filter((_, index) => !isReplaced(index)).join("");
      expect(text.replace(/[«»¤]/g, "")).toBe(kept);
      expect(text.replace(/[^«»¤]/g, "")).toHaveLength(chosen.length);
    }),
  );
});
