import { describe, expect, test } from "vitest";
import { parse } from "../1-parse/parse.ts";
import { verifies } from "../testing/verifies.ts";
import { paramsOf } from "./params.ts";

/** The params of each invocation, by what it invokes. */
function paramsIn(text: string): Record<string, Record<string, string>> {
  const { document } = parse(text);
  const owners = [...paramsOf(document)].map(([element, params]) => [
    element.attributes[0]?.value ?? "",
    Object.fromEntries([...params].map(([name, { value }]) => [name, value])),
  ]);
  return Object.fromEntries(owners);
}

describe("a param belongs to the nearest invocation around it", () => {
  test.each([
    [
      "past directives",
      '<skill impl="a"><tool name="t"><session><param name="p">1</param></session></tool></skill>',
      { a: { p: "1" } },
    ],
    [
      "and to no other one around that",
      '<skill impl="a"><param name="p">1</param><skill impl="b"><param name="q">2</param></skill></skill>',
      { a: { p: "1" }, b: { q: "2" } },
    ],
    ["a usage being one", '<skill ref="a"><param name="p">1</param></skill>', { a: { p: "1" } }],
    ["a declaration being none", '<skill define="interface" name="i"><param name="p">1</param></skill>', {}],
    [
      "a declaration in an invocation being none",
      '<skill impl="a"><skill define="interface" name="i"><param name="p"/></skill></skill>',
      {},
    ],
    ["without a name being none", '<skill impl="a"><param name="">1</param></skill>', {}],
  ])("%s", (_, text, expected) => {
    verifies("invocation.params.nearest");
    expect(paramsIn(text)).toEqual(expected);
  });
});

describe("the value of a param", () => {
  test.each([
    ["is its text, white space kept", "\n 1 \n", "\n 1 \n"],
    ["has its entities decoded, once", "&lt;&amp;lt;&quot;&nbsp;", '<&lt;"&nbsp;'],
    ["holds tags as they are written", '<tool name="x">y</tool>', '<tool name="x">y</tool>'],
    ["keeps code as it is", "`&lt;`", "`&lt;`"],
    ["has no comments in it", "a<!-- b -->c", "ac"],
  ])("%s", (_, body, value) => {
    verifies("lexical.entities.params");
    expect(paramsIn(`<skill impl="a"><param name="p">${body}</param></skill>`)).toEqual({ a: { p: value } });
  });

  test("is that of the first where a name is given twice", () => {
    const twice = '<param name="p">1</param><param name="p">2</param>';
    expect(paramsIn(`<skill impl="a">${twice}</skill>`)).toEqual({ a: { p: "1" } });
  });
});
