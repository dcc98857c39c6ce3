import { describe, expect, test } from "vitest";
import { parse } from "../1-parse/parse.ts";
import { verifies } from "../testing/verifies.ts";
import { descriptionOf, textOf } from "./text-of.ts";

function textsOf(text: string): string[] {
  const { document } = parse(text);
  return document.children.map((node) => textOf(document, node));
}

function firstElement(text: string) {
  const { document } = parse(text);
  const [element] = document.elements;
  if (element === undefined) throw new Error(`no element in ${text}`);
  return { document, element };
}

describe("what a node says", () => {
  verifies(
    "lexical.entities.text",
    "lexical.code.literal",
    "lexical.white-space.text",
    "lexical.encoding.line-ends",
    "lexical.encoding.byte-order-mark",
  );
  test.each([
    ["entities are decoded", "a &lt;b&gt; &amp; &quot;c&quot; &apos;d&apos;", [`a <b> & "c" 'd'`]],
    ["once", "&amp;lt; &amp;amp;amp;", ["&lt; &amp;amp;"]],
    ["others are left as they are", "&nbsp; &#60; &LT; &lt &; &", ["&nbsp; &#60; &LT; &lt &; &"]],
    ["in code nothing is decoded", "a &lt; `&lt;`", ["a < ", "`&lt;`"]],
    ["nor in a fence", "```\n&lt; <!-- a -->\n```", ["```\n&lt; <!-- a -->\n```"]],
    ["nor in front matter", "---\na: &lt;\n---\n&lt;", ["---\na: &lt;\n---", "\n<"]],
    ["comments say nothing", "a<!-- b -->c", ["a", "", "c"]],
    ["white space is kept", " a \r\n\t b\n", [" a \r\n\t b\n"]],
    ["a byte order mark is none of it", "\uFEFFa", ["a"]],
    ["a tag that is text is there as it is written", "a <tool> b", ["a <tool> b"]],
  ])("%s", (_, text, said) => {
    expect(textsOf(text)).toEqual(said);
  });

  test("an element says its own text, without the elements and comments in it", () => {
    verifies("lexical.comment.dropped");
    const { document, element } = firstElement(
      '<skill interface="a">b &lt; <!-- c --><param name="p">d</param>`e`</skill>',
    );
    expect(textOf(document, element)).toBe("b < `e`");
  });

  test("a value is text, tags in it and all", () => {
    const { document } = parse(
      '<skill interface="a"><param name="p"> x <skill interface="y">z</skill> </param></skill>',
    );
    expect(document.elements.map((element) => textOf(document, element))).toEqual([
      "",
      ' x <skill interface="y">z</skill> ',
    ]);
  });
});

describe("a description is trimmed and dedented", () => {
  verifies("lexical.white-space.description");
  test.each([
    ["on one line", "  a  ", "a"],
    ["under its tag", "\n    a\n      b\n    c\n  ", "a\n  b\nc"],
    ["beginning behind its tag", "a\n    b\n      c\n", "a\nb\n  c"],
    ["with blank lines in it", "\n  a\n\n   \n  b\n", "a\n\n \nb"],
    ["with Windows line ends", "\r\n    a\r\n    b\r\n", "a\nb"],
    ["with tabs", "\n\ta\n\t\tb\n", "a\n\tb"],
    ["of white space", " \n \n", ""],
    ["empty", "", ""],
  ])("%s", (_, body, description) => {
    const { document, element } = firstElement(`<skill define="interface" name="i">${body}</skill>`);
    expect(descriptionOf(document, element)).toBe(description);
  });
});
