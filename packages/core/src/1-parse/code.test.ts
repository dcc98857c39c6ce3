import { describe, expect, test } from "vitest";
import { foundIn, outlineOf } from "../testing/outline.ts";
import { verifies } from "../testing/verifies.ts";
import { parse } from "./parse.ts";

/** Where `X` stands in a text there is a real element in the test: what is left of it tells whether the place is code. */
function isCodeAt(text: string): boolean {
  return parse(text.replace("X", '<tool name="bash"/>')).document.elements.length === 0;
}

describe("a fence hides tags", () => {
  verifies("lexical.code.fence", "lexical.code.fence-prefix");
  test.each([
    ["of backticks", "```\nX\n```"],
    ["of tildes", "~~~\nX\n~~~"],
    ["with an info string", "```aml\nX\n```"],
    ["of tildes with backticks in its info string", "~~~ `a` b\nX\n~~~"],
    ["closed by a longer line", "```\nX\n`````"],
    ["closed with white space behind", "```\nX\n```  \t"],
    ["with Windows line ends", "```\r\nX\r\n```\r\n"],
    ["that ends with the text", "```\nX\n```"],
    ["that holds a shorter fence", "````\n```\nX\n```\nX\n````"],
    ["that holds the other character", "```\n~~~\nX\n```"],
    ["after a byte order mark", "\uFEFF```\nX\n```"],
    ["after white space", "      ```\n      X\n      ```"],
    ["in a list item", "- ```\n  X\n  ```"],
    ["in a numbered item", "1. ```\n   X\n   ```"],
    ["in an item in an item", "- * ```\n    X\n    ```"],
    ["in a quote", "> ```\n> X\n> ```"],
    ["in a quote in a quote", "> > ```\n> > X\n> > ```"],
    ["in a quote, which a deeper quote does not close", "> ```\n>> ```\n> X\n> ```"],
    ["in a quote in a list item", "- > ```\n  > X\n  > ```"],
    ["in a list item in a quote", "> - ```\n>   X\n>   ```"],
    ["closed three columns deeper", "```\nX\n   ```"],
    ["closed less deep", "    ```\n    X\n```"],
    ["after a stray opener of another kind", "~~~ stray\n\n```\nX\n```"],
    ["whose opener follows a tab", "\t```\n\tX\n\t```"],
  ])("%s", (_, text) => {
    expect(isCodeAt(text)).toBe(true);
  });
});

test("code in the body of an element is text there, its close tag included", () => {
  verifies("lexical.code.in-bodies");
  const text = '<skill interface="a">\n```\n<tool name="b"> </skill>\n```\nor `</skill>`</skill>';
  expect(outlineOf(parse(text).document)).toBe("invocation[text code text code]");
});

describe("no fence hides a tag", () => {
  verifies(
    "lexical.code.fence-info",
    "lexical.code.fence-close",
    "lexical.code.fence-close-depth",
    "lexical.code.fence-unclosed",
  );
  test.each([
    ["when it is never closed", "```js\nX"],
    ["when it is closed by fewer characters", "````\nX\n```"],
    ["when it is closed by the other character", "```\nX\n~~~"],
    ["when something follows the closing run", "```\nX\n``` end"],
    ["when the closing run stands four columns deeper", "```\nX\n    ```"],
    ["when the closing run is a list item of its own", "```\nX\n- ```"],
    ["when its quote ends before the closing run", "> ```\nX\n\n```\n"],
    ["when its quote ends and another begins", "> ```\n\nX\n\n> ```\n"],
    ["when the run has two characters", "``\nX\n``"],
    ["when the info string of a backtick fence holds a backtick", "``` a`b\nX\n```\n"],
    ["when text stands before the run", "see ```\nX\n```\n"],
    ["behind its end", "```\n```\nX"],
    ["before its beginning", "X\n```\n```"],
  ])("%s", (_, text) => {
    expect(isCodeAt(text)).toBe(false);
  });

  test("and a stray opener does not turn later fences inside out", () => {
    const text = "~~~~\nstray\n\n```js\nlet a;\n```\n<tool name='a'/>\n\n```js\nlet b;\n```\n";
    expect(outlineOf(parse(text).document)).toBe("text code text tool text code text");
  });
});

describe("a fence in a fence", () => {
  verifies("lexical.code.fence-nested");
  const example = ["```xml", '<skill interface="a">', "  ```mermaid", "  flowchart LR", "  ```", "</skill>", "```", ""];

  test("is part of it when it is deeper and has an info string", () => {
    expect(outlineOf(parse(example.join("\n")).document)).toBe("code text");
  });

  test("ends the outer one when it has no info string", () => {
    const text = example.join("\n").replace("mermaid", "");
    expect(outlineOf(parse(text).document)).not.toBe("code text");
  });

  test("that is never closed leaves the outer one as Markdown has it", () => {
    const text = "```xml\n  ```js\n  let a;\n```\n<tool name='a'/>\n";
    expect(outlineOf(parse(text).document)).toBe("code text tool text");
  });

  test("may hold another", () => {
    const text = "```a\n  ```b\n    ```c\n    ```\n  ```\n<tool name='a'/>\n```\n";
    expect(outlineOf(parse(text).document)).toBe("code text");
  });

  test.each([
    ["```a\n```b\n```\n<tool name='a'/>\n", "code text tool text"],
    ["```a\n```b\n ```\n<tool name='a'/>\n```\n", "code text tool text"],
  ])("is plain content when it is not deeper: %j", (text, outline) => {
    expect(outlineOf(parse(text).document)).toBe(outline);
  });
});

describe("a code span hides tags", () => {
  verifies("lexical.code.span");
  test.each([
    ["in backticks", "a `X` b"],
    ["in double backticks that hold a single one", "a `` ` X `` b"],
    ["across the lines of a paragraph", "a `b\nc X` d"],
    ["at the end of the text", "`X`"],
    ["in a heading", "# a `X`"],
    ["in a table row", "| a | `X` |"],
    ["after an escaped backtick", "\\` `X`"],
    ["after a backslash that is escaped itself", "\\\\`X`"],
    ["behind an escaped backtick of its own run", "\\``X`"],
    ["across the lines of a quote", "> a `b\n> c X` d"],
    ["with a backslash before its closing backtick", "`X\\`"],
  ])("%s", (_, text) => {
    expect(isCodeAt(text)).toBe(true);
  });
});

describe("no code span hides a tag", () => {
  verifies("lexical.code.span-paragraph", "lexical.code.span-tag-line");
  test.each([
    ["when it is never closed", "a ` X b"],
    ["when the closing run is longer", "a ` X `` b"],
    ["when the closing run is shorter", "a `` X ` b"],
    ["beyond its paragraph", "a ` b\n\nc X ` d"],
    ["beyond a line of white space", "a ` b\n \t\nc X ` d"],
    ["beyond the end of a paragraph with Windows line ends", "a ` b\r\n\r\nc X ` d"],
    ["beyond its list item", "- a ` b\n- X ` c"],
    ["beyond its numbered item", "1. a ` b\n2. X ` c"],
    ["beyond its heading", "a ` b\n## X ` c"],
    ["beyond its table row", "| a ` b |\n| X ` c |"],
    ["that begins a line, wherever the span began", "a ` b\nX ` c"],
    ["behind a comment that begins a line", "a ` b\n<!-- c --> X ` d"],
    ["in a quote that begins behind it", "a ` b\n> X ` c"],
    ["behind a fence that begins behind it", "a ` b\n```\n```\nX ` c"],
    ["when its opening backtick is escaped", "\\` X `"],
  ])("%s", (_, text) => {
    expect(isCodeAt(text)).toBe(false);
  });

  test("and a close tag that begins a line is one, wherever a span began", () => {
    const text = '<skill interface="a">a ` b\n</skill> ` c';
    expect(outlineOf(parse(text).document)).toBe("invocation[text] text");
  });
});

describe("whichever of fence, span, comment and tag opens first wins", () => {
  verifies("lexical.code.first-wins");
  test.each([
    ["a comment that opens in code", "`<!--` <tool name='a'/> `-->`", "code text tool text code"],
    ["code that opens in a comment", "<!-- ` --> <tool name='a'/> `", "comment text tool text"],
    ["a fence that opens in a comment", "<!--\n```\n-->\n<tool name='a'/>\n```\n", "comment text tool text"],
    ["a comment that opens in a fence", "```\n<!--\n```\n<tool name='a'/> -->", "code text tool text"],
    ["a span that opens in a value", "<tool name='a`b'/> ` <tool name='c'/>", "tool text tool"],
    ["a comment that opens in a value", "<tool name='<!--'/> <tool name='c'/> -->", "tool text tool text"],
    ["a fence that opens in a span", "`a\n<tool name='b'/>\n```\n```", "text tool text code"],
  ])("%s", (_, text, outline) => {
    expect(outlineOf(parse(text).document)).toBe(outline);
  });
});

describe("comments", () => {
  verifies("lexical.comment.hidden");
  test.each([
    ["hide the tags in them", '<!-- <skill interface="a"> -->', "comment"],
    ["hide close tags", "<tool name='a'><!-- </tool> --></tool>", "tool[comment]"],
    ["hide params", "<skill interface='a'><!-- <param name='p'>v</param> --></skill>", "invocation[comment]"],
    ["end at their first end", "<!-- a --> b -->", "comment text"],
    ["may be as short as HTML allows", "<!--> <!---> <tool name='a'/>", "comment text comment text tool"],
    ["may span lines", "a <!--\n\n--> b", "text comment text"],
  ])("%s", (_, text, outline) => {
    const { document, diagnostics } = parse(text);
    expect(outlineOf(document)).toBe(outline);
    expect(diagnostics).toEqual([]);
  });

  test("without an end are text, said once, and hide nothing", () => {
    verifies("lexical.comment.unclosed");
    const text = "a <!-- b <tool name='a'/> <!-- c";
    const { document, diagnostics } = parse(text);
    expect(outlineOf(document)).toBe("text tool text");
    expect(foundIn(text, diagnostics)).toEqual(["AML1012 <!--"]);
  });
});

describe("tagsInCode", () => {
  verifies("lexical.code.option");
  test("reads tags in fences and spans as tags", () => {
    const text = "`<tool name='a'/>`\n```\n<tool name='b'/>\n```\n";
    expect(outlineOf(parse(text, { tagsInCode: true }).document)).toBe("text tool text tool text");
  });

  test("still hides what is in comments", () => {
    expect(outlineOf(parse("<!-- <tool name='a'/> -->", { tagsInCode: true }).document)).toBe("comment");
  });
});

describe("front matter", () => {
  verifies("lexical.front-matter");
  test.each([
    ["is text, tags and all", "---\nname: a <tool name='b'/>\n---\n<tool name='c'/>", "code text tool"],
    ["may end with dots", "---\na: b\n...\n<tool name='c'/>", "code text tool"],
    ["may have Windows line ends", "---\r\na: '<tool name=\"b\"/>'\r\n---\r\nc", "code text"],
    ["may be empty", "---\n---\n<tool name='c'/>", "code text tool"],
    ["may follow a byte order mark", "\uFEFF---\na: <tool name='b'/>\n---\n", "code text"],
    ["opens no code span", "---\na: `\n---\n<tool name='c'/> `", "code text tool text"],
    ["needs its end", "---\na: b\n<tool name='c'/>", "text tool"],
    ["holds no line that begins with a tag", "---\n<tool name='a'/>\n---\nb", "text tool text"],
    ["must be at the start", "\n---\na: <tool name='b'/>\n---\n", "text tool text"],
    ["begins with exactly three dashes", "----\na: <tool name='b'/>\n---\n", "text tool text"],
  ])("%s", (_, text, outline) => {
    expect(outlineOf(parse(text).document)).toBe(outline);
  });

  test("is found again by where its YAML is", () => {
    const { document } = parse("---\nname: a\n---\nbody");
    const { start = 0, end = 0 } = document.frontMatter ?? {};
    expect(document.source.text.slice(start, end)).toBe("name: a\n");
    expect(parse("body").document.frontMatter).toBeNull();
  });
});
