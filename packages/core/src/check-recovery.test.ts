import { describe, expect, test } from "vitest";
import { check } from "./check.ts";
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import { verifies } from "./testing/verifies.ts";

const known =
  '<skill define="interface" name="review"/><skill define="implementation" name="lint" implements="review"/>';

/** Twenty lines with a fault each, of every phase, between lines without one. */
const faults: readonly (readonly [line: string, code: string, marked: string])[] = [
  ["<tool name=sql>unquoted</tool>", "AML1005", "name=sql"],
  ['<tool name="sql>no closing quote</tool>', "AML1004", 'name="sql'],
  ['<tool name="sql" nested>bare</tool>', "AML1007", "nested"],
  ['<tool name="sql" name="think">repeated</tool>', "AML1008", 'name="think"'],
  ["a close tag without its tag</agent>", "AML1002", "</agent>"],
  ['<agent name="a"><session name="s">never closed</agent>', "AML1001", '<session name="s">'],
  ['<tool name="sql" / deny="think">a lone slash</tool>', "AML1006", "/"],
  [
    '<skill impl="lint" retries="1" <tool name="sql">no end of the tag</tool></skill>',
    "AML1003",
    '<skill impl="lint" retries="1"',
  ],
  ["Use <tool> for that.", "AML1010", "<tool>"],
  ['<skill impl="lint" polcy="wrapper"/>', "AML2001", 'polcy="wrapper"'],
  ['<agent model="m">no name</agent>', "AML2002", '<agent model="m">'],
  ['<skill retries="2"/>', "AML2003", '<skill retries="2"/>'],
  ['<skill impl="lint" retries="many"/>', "AML2005", 'retries="many"'],
  ['<tool allow="grep" deny="view">both lists<tool name="sql">x</tool></tool>', "AML2007", 'deny="view"'],
  ['<session><skill define="contract" name="c"/></session>', "AML2009", '<skill define="contract" name="c"/>'],
  ['<skill define="contract" name="d e"/>', "AML2012", 'name="d e"'],
  ['<skill define="interface" name="review"/>', "AML3001", 'name="review"'],
  ['<skill define="interface" name="child" extends="nobody"/>', "AML3005", 'extends="nobody"'],
  ['<skill interface="review" language="go"/>', "AML4002", 'language="go"'],
  ['<tool deny="sqll">an unknown tool</tool>', "AML5001", "sqll"],
];

const sound =
  '<skill interface="review"><tool name="sql">Nothing is wrong here: "quotes", `</code>` and all.</tool></skill>';

const document = [known, ...faults.flatMap(([line]) => [line, sound])].join("\n");

/** Each diagnostic as its line, its code and the text it points at. */
function shown(text: string, diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code, start, end }) => `${start.line} ${code} ${text.slice(start.offset, end.offset)}`);
}

const expected = faults.map(([, code, marked], index) => `${2 + 2 * index} ${code} ${marked}`);

test("a document with twenty different faults reports all of them, each once, and invents none", () => {
  verifies("lexical.recovery.all");
  expect(new Set(faults.map(([, code]) => code)).size).toBe(20);
  expect(shown(document, check([document]).diagnostics)).toEqual(expected);
});

test.each(faults)("each is reported alone too: %s", (line, code, marked) => {
  const text = [known, line, sound].join("\n");
  expect(shown(text, check([text]).diagnostics)).toEqual([`2 ${code} ${marked}`]);
});

test("in any other order they are the same", () => {
  const reversed = [...faults].reverse();
  const text = [known, ...reversed.flatMap(([line]) => [line, sound])].join("\n");
  const codes = check([text]).diagnostics.map(({ code }) => code);
  expect(codes).toEqual(reversed.map(([, code]) => code));
});

describe("a quote that is missing", () => {
  const rest = Array.from({ length: 200 }, () => sound).join("\n");

  test.each([
    ['<tool name="sql>x</tool>', 'name="sql'],
    ["<tool name='sql>x</tool>", "name='sql"],
    ['<agent name="a" model="m>x</agent>', 'model="m'],
    ['<agent name="a model="m">x</agent>', 'name="a'],
    ['<skill impl="lint/>', 'impl="lint/'.slice(0, -1)],
  ])("is said at its attribute, not at the end of the file: %s", (line, marked) => {
    const text = [known, line, rest].join("\n");
    expect(shown(text, check([text]).diagnostics)).toEqual([`2 AML1004 ${marked}`]);
  });
});

describe("one broken file among several", () => {
  const first = '<skill impl="first" polcy="x"/>';
  const last = '<tool deny="sqll">x</tool>';
  const folder = { name: "quality", layer: "project" as const, folder: "/quality" };

  test("hides nothing in the others", () => {
    const { diagnostics } = check([
      { file: "1.md", text: first },
      { file: "2.md", text: document },
      { file: "3.md", text: last },
    ]);
    const of = (file: string) => diagnostics.filter((diagnostic) => diagnostic.file === file);
    expect(shown(first, of("1.md"))).toEqual(['1 AML4001 impl="first"', '1 AML2001 polcy="x"']);
    expect(shown(document, of("2.md"))).toEqual(expected);
    expect(shown(last, of("3.md"))).toEqual(["1 AML5001 sqll"]);
  });

  test("still defines what is sound in it for the others", () => {
    const { diagnostics } = check([
      { file: "quality/SKILL.md", text: document, package: folder },
      { file: "use.md", text: '<skill interface="review"/><skill impl="quality/lint"/>' },
    ]);
    expect(diagnostics.filter(({ file }) => file === "use.md")).toEqual([]);
  });
});
