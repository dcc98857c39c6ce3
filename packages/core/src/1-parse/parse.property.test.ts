import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Document, isElement, type Node } from "../ast/nodes.ts";
import { print } from "../ast/print.ts";
import { verifies } from "../testing/verifies.ts";
import { parse } from "./parse.ts";

/** What tends to break readers of markup: every piece of the language, whole and cut, beside the characters around it. */
const pieces = [
  '<skill interface="a">',
  "<skill interface='a' name=\"b\"/>",
  '<skill define="interface" name="i">',
  '<skill define="contract" name="c">',
  '<skill define="implementation" name="m" implements="i">',
  '<skill ref="dde">',
  "</skill>",
  "<skill",
  '<tool allow="x',
  '<tool name="x">',
  "<tool>",
  "</tool>",
  "<session>",
  "</session  >",
  "<agent name=a>",
  "</agent>",
  '<param name="p">',
  "</param>",
  '<field name="f">',
  "</field>",
  '<node name="n">',
  "</node>",
  '<step node="s">',
  "</step>",
  "<reads>",
  "</reads>",
  '<aml version="0.3">',
  "<aml>",
  "</aml>",
  "<!--",
  "-->",
  "<!-->",
  "`",
  "``",
  "```",
  "```js\n",
  "\n```\n",
  "~~~",
  "\n~~~\n",
  "  ```",
  "> ",
  "- ",
  "1. ",
  "---\n",
  "\n",
  "\r\n",
  "\n\n",
  "\t",
  " ",
  '"',
  "'",
  "=",
  "/",
  ">",
  "<",
  "&lt;",
  "&amp;lt;",
  "&",
  "\\",
  "\u0000",
  "\uFEFF",
  "\uD83D",
  "\uDE00",
  "\u{1F600}",
  "\u201C",
  "é",
  "required",
  "name",
  "x",
];

const adversarial = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(""));
const anyText = fc.oneof(adversarial, adversarial, fc.string({ unit: "binary", maxLength: 60 }));

/** Checks what must hold of every tree: the children of each node cover its body without a gap, and the links agree. */
function checkTree(document: Document): void {
  const inOrder: Node[] = [];
  const cover = (nodes: readonly Node[], start: number, end: number, parent: Node | null): void => {
    let at = start;
    for (const node of nodes) {
      expect(node.start).toBe(at);
      expect(node.end).toBeGreaterThan(at);
      expect(node.parent).toBe(parent);
      at = node.end;
      if (!isElement(node)) continue;
      inOrder.push(node);
      expect([node.start, node.bodyStart, node.bodyEnd, node.end]).toEqual(
        [node.start, node.bodyStart, node.bodyEnd, node.end].sort((a, b) => a - b),
      );
      if (node.selfClosing) expect(node.bodyStart).toBe(node.end);
      cover(node.children, node.bodyStart, node.bodyEnd, node);
    }
    expect(at).toBe(end);
  };
  cover(document.children, document.bodyStart, document.bodyEnd, null);
  expect(document.elements).toEqual(inOrder);
  expect(document.elements.map(({ index }) => index)).toEqual(inOrder.map((_, index) => index));
}

describe("any text", () => {
  test("is printed as it was read", () => {
    verifies("lexical.print");
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, tagsInCode) => {
        expect(print(parse(text, { tagsInCode }).document)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  test("becomes a tree without gaps, whose links agree", () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, tagsInCode) => checkTree(parse(text, { tagsInCode }).document)),
      { numRuns: 2_000 },
    );
  });

  test("has its diagnostics inside the text and in source order", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { diagnostics } = parse(text);
        let last = 0;
        for (const { start, end, related } of diagnostics) {
          expect(start.offset).toBeGreaterThanOrEqual(last);
          last = start.offset;
          for (const place of [{ start, end }, ...related]) {
            expect(place.start.offset).toBeLessThanOrEqual(place.end.offset);
            expect(place.end.offset).toBeLessThanOrEqual(text.length);
          }
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("can lose any one character without stopping the reader", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (let at = 0; at < text.length; at++) {
          const shorter = text.slice(0, at) + text.slice(at + 1);
          expect(print(parse(shorter).document)).toBe(shorter);
        }
      }),
      { numRuns: 150 },
    );
  });

  test("reads the same behind a byte order mark", () => {
    verifies("lexical.encoding.byte-order-mark");
    fc.assert(
      fc.property(adversarial, (text) => {
        fc.pre(!text.startsWith("\uFEFF"));
        const plain = parse(text);
        const marked = parse(`\uFEFF${text}`);
        expect(marked.document.elements.map(({ kind, start }) => [kind, start - 1])).toEqual(
          plain.document.elements.map(({ kind, start }) => [kind, start]),
        );
        expect(marked.diagnostics.map(({ code }) => code)).toEqual(plain.diagnostics.map(({ code }) => code));
      }),
      { numRuns: 1_000 },
    );
  });

  test("has the same elements with Windows line ends", () => {
    fc.assert(
      fc.property(adversarial, (text) => {
        fc.pre(!text.includes("\r"));
        const kinds = (source: string) => parse(source).document.elements.map(({ kind }) => kind);
        expect(kinds(text.replaceAll("\n", "\r\n"))).toEqual(kinds(text));
      }),
      { numRuns: 1_000 },
    );
  });
});
