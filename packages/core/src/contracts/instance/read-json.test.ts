import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sourceFile } from "../../text/source-file.ts";
import { readJson } from "./read-json.ts";

function read(text: string) {
  const { root, diagnostics } = readJson(sourceFile({ file: "a.json", text }));
  return { root, found: diagnostics.map(({ code, message, start }) => [code, start.offset, message]) };
}

describe("text that is not JSON is refused where it stops being it", () => {
  test.each<[string, number, string]>([
    ["", 0, "expected a value, found the end of the text"],
    [" \n", 2, "expected a value, found the end of the text"],
    ["[1", 2, "expected `,` or `]`, found the end of the text"],
    ['{"a"', 4, "expected `:`, found the end of the text"],
    ['{"a":', 5, "expected a value, found the end of the text"],
    ["[1,]", 2, "no comma may stand before `]`"],
    ['{"a":1, }', 6, "no comma may stand before `}`"],
    ["[,1]", 1, "expected a value, found `,`"],
    ["[1 2]", 3, "expected `,` or `]`, found `2`"],
    ["[1}", 2, "expected `,` or `]`, found `}`"],
    ["]", 0, "expected a value, found `]`"],
    ["{a: 1}", 1, "expected a member's name in double quotes, found `a`"],
    ["{'a': 1}", 1, "expected a member's name in double quotes, found `'a'`"],
    ["{1: 1}", 1, "expected a member's name in double quotes, found `1`"],
    ["undefined", 0, "expected a value, found `undefined`"],
    ["NaN", 0, "expected a value, found `NaN`"],
    ["nulls", 0, "expected a value, found `nulls`"],
    ["01", 1, "expected nothing after the value, found `1`"],
    ["+1", 0, "expected a value, found `+1`"],
    [".5", 0, "expected a value, found `.5`"],
    ["1 // one", 2, "expected nothing after the value, found `//`"],
    ["{} {}", 3, "expected nothing after the value, found `{`"],
    ['"abc', 0, "this string is never closed"],
    ['"abc\\"', 0, "this string is never closed"],
    ['"a\nb"', 2, "a line break or control character in a string has to be escaped"],
    ['"a\\\\\\x"', 4, "`\\x` is no escape"],
    ['"\\u12g4"', 1, "`\\u` is no escape"],
    ["\u00a01", 0, "expected a value, found `\u00a0`"],
  ])("%j", (text, offset, problem) => {
    expect(read(text)).toEqual({ root: null, found: [["AML6101", offset, `the JSON cannot be read: ${problem}`]] });
  });
});

test("a member that is given twice is reported at its second place, and the text is read on", () => {
  const { root, found } = read('{"a": 1, "b": {"c": 1, "\\u0063": 2}, "a": 3}');
  expect(found).toEqual([
    ["AML6103", 23, "`c` is given twice in one object"],
    ["AML6103", 37, "`a` is given twice in one object"],
  ]);
  expect(root?.value).toEqual({ a: 3, b: { c: 2 } });
});

test("everything that is read has its place", () => {
  const text = '\uFEFF{ "a": [10, "x\\"y"] }\r\n';
  const { root } = read(text);
  const list = root?.members?.get("a");
  expect(text.slice(list?.keyStart, list?.keyEnd)).toBe('"a"');
  expect(list?.value.items?.map(({ start, end }) => text.slice(start, end))).toEqual(["10", '"x\\"y"']);
  expect(root?.value).toEqual({ a: [10, 'x"y'] });
});

test.each<[string, string]>([
  ['"a\\\\"', "a\\"],
  ['"\\\\\\""', '\\"'],
  ['"\\u0041\\n\\/"', "A\n/"],
  ['"\u007f\u2028\ud83d\ude00"', "\u007f\u2028\ud83d\ude00"],
  ['""', ""],
])("the string %s is read to its end", (text, value) => {
  expect(read(text)).toMatchObject({ root: { value, start: 0, end: text.length }, found: [] });
});

test("a member named __proto__ is a member like any other", () => {
  const { root } = read('{"__proto__": {"x": 1}}');
  expect(Object.keys(Object(root?.value))).toEqual(["__proto__"]);
  expect(JSON.stringify(root?.value)).toBe('{"__proto__":{"x":1}}');
});

describe("hostile text", () => {
  test.each<[string, string, boolean]>([
    ["lists in lists", `${"[".repeat(300_000)}${"]".repeat(300_000)}`, true],
    ["lists that never end", "[".repeat(300_000), false],
    ["objects in objects", `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`, true],
    ["a string of escapes", `"${'\\"'.repeat(500_000)}"`, true],
    ["a string of backslashes that never ends", `"${"\\".repeat(999_999)}"`, false],
    ["a number of many digits", "9".repeat(1_000_000), true],
    ["many members of one name", `{${'"a":1,'.repeat(100_000)}"a":1}`, true],
  ])("%s is read, or refused, in time that grows with its length", (_, text, isRead) => {
    const { root, found } = read(text);
    expect(root !== null).toBe(isRead);
    expect(found.length).toBeLessThanOrEqual(100);
  });
});

describe("reading agrees with JSON.parse", () => {
  test("on the value of any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), fc.constantFrom(0, 2, "\t"), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(read(text)).toMatchObject({ found: [] });
        expect(read(text).root?.value).toEqual(JSON.parse(text));
      }),
    );
  });

  test("on which texts are JSON", () => {
    const pieces = fc.constantFrom(
      ...[
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        '"',
        '"a"',
        "1",
        "-",
        "0",
        ".",
        "e",
        "null",
        "true",
        "\\",
        "\\n",
        "\\u0041",
        " ",
        "\n",
        "\u007f",
        "x",
      ],
    );
    const texts = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(texts, (text) => {
        let expected: unknown;
        try {
          expected = JSON.parse(text);
        } catch {
          expected = undefined;
        }
        const { root } = read(text);
        expect(root === null ? undefined : root.value).toEqual(expected);
      }),
      { numRuns: 1500 },
    );
  });
});
