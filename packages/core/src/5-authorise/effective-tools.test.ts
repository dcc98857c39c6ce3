import { describe, expect, test } from "vitest";
import { parse } from "../1-parse/parse.ts";
import { type Document, type Element, isElement } from "../ast/nodes.ts";
import { check } from "../check.ts";
import { verifies } from "../testing/verifies.ts";
import { effectiveTools } from "./effective-tools.ts";
import { toolLists } from "./tool-set.ts";

function innermost(document: Document): Element {
  const element = document.elements.at(-1);
  if (element === undefined) throw new Error("the document has no element");
  return element;
}

describe("the effective tools of the innermost element", () => {
  verifies("tools.effective");
  test.each([
    ["<session>x</session>", null, []],
    ['<tool allow="sql,grep"><session>x</session></tool>', ["grep", "sql"], []],
    ['<tool allow="sql,grep">x</tool>', ["grep", "sql"], []],
    [
      '<tool allow="sql,grep"><agent name="a"><tool deny="sql"><skill name="b"/></tool></agent></tool>',
      ["grep"],
      ["sql"],
    ],
    ['<tool deny="bash"/><session>x</session>', null, []],
    ['<tool allow="sql" deny="grep"><session>x</session></tool>', null, []],
    ['<tool allow="Read"><session>x</session></tool>', ["view"], []],
    ['<tool allow=""><session>x</session></tool>', [], []],
  ])("%s", (text, allowed, denied) => {
    const { document } = parse(text);
    expect(toolLists(effectiveTools(document, innermost(document)))).toEqual({ allowed, denied });
  });
});

test("an interface constrains what resolves through it, by whatever name", () => {
  verifies("interface.tool.narrows");
  const definitions = `<skill define="interface" name="review"><tool allow="grep,view"/></skill>
    <skill define="implementation" name="lint" implements="review"/>`;
  for (const invocation of [
    '<skill interface="review"/>',
    '<skill impl="lint"/>',
    '<skill name="lint"/>',
    '<skill ref="review"/>',
  ]) {
    const { documents, resolutions } = check([`${definitions}<tool deny="view">${invocation}</tool>`]);
    const [document] = documents;
    if (document === undefined) throw new Error("one document was checked");
    const tools = effectiveTools(document, innermost(document), { resolutions });
    expect(toolLists(tools)).toEqual({ allowed: ["grep"], denied: ["view"] });
  }
});

test("a host's tool of a foreign name is itself", () => {
  const { document } = parse('<tool allow="Read">x</tool>');
  const tools = effectiveTools(document, innermost(document), { configured: new Set(["Read"]) });
  expect(toolLists(tools)).toEqual({ allowed: ["Read"], denied: [] });
});

test("a text has the tools of the element it stands in, and outside every element all of them", () => {
  const { document } = parse('before<tool allow="sql">inside</tool>');
  const [before, tool] = document.children;
  const inside = tool !== undefined && isElement(tool) ? tool.children[0] : undefined;
  if (before === undefined || inside === undefined) throw new Error("there are two texts");
  expect(toolLists(effectiveTools(document, before))).toEqual({ allowed: null, denied: [] });
  expect(toolLists(effectiveTools(document, inside))).toEqual({ allowed: ["sql"], denied: [] });
});

test("an element of another document is refused", () => {
  const here = parse("<session/>").document;
  const there = parse("<session/>").document;
  expect(() => effectiveTools(here, innermost(there))).toThrow("not one of this document");
});
