import { describe, expect, test } from "vitest";
import { print } from "../ast/print.ts";
import { foundIn, outlineOf } from "../testing/outline.ts";
import { verifies } from "../testing/verifies.ts";
import { parse } from "./parse.ts";

function read(text: string): [outline: string, ...found: string[]] {
  const { document, diagnostics } = parse(text);
  return [outlineOf(document), ...foundIn(text, diagnostics)];
}

describe("the root is never in the tree: its children are the document's nodes", () => {
  verifies("root.not-in-tree", "root.self-closing", "root.surroundings");
  test.each([
    ["around an element", "<aml version='0.3'><tool name='a'/></aml>", "tool"],
    ["around text", "<aml version='0.3'>a</aml>", "text"],
    ["around nothing", "<aml version='0.3'></aml>", ""],
    ["self-closing", "<aml version='0.3'/>", ""],
    ["self-closing, with white space behind", "<aml version='0.3' />\n", ""],
    ["with white space around it", "\n <aml version='0.3'>a</aml> \r\n", "text"],
    ["with comments around it", "<!-- a --> <aml version='0.3'>a</aml><!-- <tool name='b'/> -->", "text"],
    ["after a byte order mark", "\uFEFF<aml version='0.3'>a</aml>", "text"],
    ["after front matter", "---\nname: a\n---\n<aml version='0.3'>a</aml>", "text"],
  ])("%s", (_, text, outline) => {
    expect(read(text)).toEqual([outline]);
    expect(print(parse(text).document)).toBe(text);
  });

  test("elements in it have no parent, and the document keeps the version", () => {
    verifies("root.version-kept");
    const { document } = parse("<aml version=' 0.3 '><tool name='a'/></aml>");
    expect(document.version).toBe("0.3");
    expect(document.elements.map(({ parent }) => parent)).toEqual([null]);
    expect([document.bodyStart, document.bodyEnd]).toEqual([21, 37]);
  });

  test("a document without it is a fragment", () => {
    verifies("root.fragment");
    expect(parse("a <tool name='b'/>").document.version).toBeNull();
  });
});

describe("no root", () => {
  verifies("root.in-code");
  test.each([
    ["in code", "`<aml version='0.3'>`", "code"],
    ["in a fence", "```\n<aml version='0.3'>\n```", "code"],
    ["in a comment", "<!-- the <aml version='0.3'> root -->a", "comment text"],
    [
      "in a value",
      "<skill interface='a'><param name='b'><aml version='0.3'></param></skill>",
      "invocation[param[text]]",
    ],
    ["with a longer name", "<amlx version='0.3'>", "text"],
  ])("%s", (_, text, outline) => {
    expect(read(text)).toEqual([outline]);
  });
});

describe("what is wrong with a root", () => {
  verifies(
    "root.only-content",
    "root.version-required",
    "root.version-invalid",
    "root.only-attribute",
    "root.nested",
    "root.repeated",
  );
  test.each([
    ["no version", "<aml><tool name='a'/></aml>", "tool", ["AML1024 <aml>"]],
    ["a bare version", "<aml version>a</aml>", "text", ["AML1024 <aml"]],
    ["an empty version", "<aml version=''>a</aml>", "text", ["AML1025 version=''"]],
    ["a word as its version", "<aml version='x'>a</aml>", "text", ["AML1025 version='x'"]],
    ["half a version", "<aml version='0.'>a</aml>", "text", ["AML1025 version='0.'"]],
    ["a version with a letter", "<aml version='v0.3'>a</aml>", "text", ["AML1025 version='v0.3'"]],
    ["a newer version", "<aml version='0.4'>a</aml>", "text", ["AML1026 version='0.4'"]],
    ["a newer version, by number", "<aml version='0.10'>a</aml>", "text", ["AML1026 version='0.10'"]],
    ["a newer major version", "<aml version='1'>a</aml>", "text", ["AML1026 version='1'"]],
    ["a newer patch", "<aml version='0.3.1'>a</aml>", "text", ["AML1026 version='0.3.1'"]],
    ["other attributes", "<aml version='0.2' kind='x' id='y'>a</aml>", "text", ["AML1027 kind='x'", "AML1027 id='y'"]],
    [
      "a version twice, bare at first",
      "<aml version version='0.3'>a</aml>",
      "text",
      ["AML1007 version", "AML1008 version='0.3'"],
    ],
    ["an unquoted version", "<aml version=0.3>a</aml>", "text", ["AML1005 version=0.3"]],
    ["no close tag", "<aml version='0.3'>a", "text", ["AML1001 <aml version='0.3'>"]],
    ["text behind it", "<aml version='0.3'>a</aml> b\nc", "text", ["AML1021 b"]],
    ["an element behind it", "<aml version='0.3'>a</aml><tool name='b'/>", "text", ["AML1021 <tool name='b'/>"]],
    ["text behind it, self-closing", "<aml version='0.3'/> b", "", ["AML1021 b"]],
    ["a second one", "<aml version='0.3'>a</aml><aml version='0.3'>b</aml>", "text", ["AML1023 <aml"]],
    ["one in it", "<aml version='0.3'><aml version='0.2'>a</aml>b</aml>", "text", ["AML1022 <aml version='0.2'>"]],
    [
      "one in an element in it",
      "<aml version='0.3'><tool name='a'><aml version='0.3'></tool></aml>",
      "tool[text]",
      ["AML1022 <aml version='0.3'>"],
    ],
  ])("%s", (_, text, outline, found) => {
    expect(read(text)).toEqual([outline, ...found]);
    expect(print(parse(text).document)).toBe(text);
  });

  test.each(["0.1", "0.2", "0.3", "0.3.0", "0"])("not the version %s", (version) => {
    expect(read(`<aml version="${version}">a</aml>`)).toEqual(["text"]);
  });

  test("only a newer version is no error", () => {
    verifies("root.version-newer");
    expect(parse("<aml version='9.9'/>").diagnostics.map(({ severity }) => severity)).toEqual(["warning"]);
  });
});

describe("a root in the middle of text is said once, and the rest is read as a fragment", () => {
  verifies("root.misplaced");
  test.each([
    ["behind text", "Hello <aml version='0.1'>x</aml>", "text", ["AML1020 <aml version='0.1'>"]],
    [
      "with elements in it",
      "a <aml version='0.3'><tool name='b'>x</tool></aml> c",
      "text tool[text] text",
      ["AML1020 <aml version='0.3'>"],
    ],
    [
      "behind a declaration of XML",
      "<?xml version='1.0'?>\n<aml version='0.3'/>",
      "text",
      ["AML1020 <aml version='0.3'/>"],
    ],
    ["behind an element", "<tool name='a'/><aml version='0.3'>", "tool text", ["AML1020 <aml version='0.3'>"]],
    ["in an element", "<tool name='a'><aml version='0.3'></tool>", "tool[text]", ["AML1020 <aml version='0.3'>"]],
    ["again", "a <aml version='0.3'>x</aml> <aml version='0.3'>y</aml>", "text", ["AML1020 <aml version='0.3'>"]],
  ])("%s", (_, text, outline, found) => {
    expect(read(text)).toEqual([outline, ...found]);
    expect(parse(text).document.version).toBeNull();
  });

  test("with what stands before it", () => {
    const [{ related } = { related: [] }] = parse("\n Hello <aml version='0.1'>").diagnostics;
    expect(related.map(({ start }) => start)).toEqual([{ line: 2, column: 2, offset: 2 }]);
  });
});
