import { describe, expect, test } from "vitest";
import { foundIn, outlineOf } from "../testing/outline.ts";
import { verifies } from "../testing/verifies.ts";
import { parse } from "./parse.ts";

function read(text: string): [outline: string, ...found: string[]] {
  const { document, diagnostics } = parse(text);
  return [outlineOf(document), ...foundIn(text, diagnostics)];
}

describe("a tag without a recognised attribute that has a value is text, with a hint", () => {
  verifies(
    "lexical.placeholder.text",
    "lexical.placeholder.root",
    "lexical.session.unclosed",
    "lexical.param.outside-skill",
  );
  test.each([
    ["in prose", "Use <tool> for that.", "AML1010 <tool>"],
    ["with a bare name", "Use <tool allow> for that.", "AML1010 <tool"],
    ["with an attribute that is not its own", "<agent role='x'>", "AML1010 <agent role='x'>"],
    ["with prose up to the next `>`", "the <tool we use -> here", "AML1010 <tool"],
    ["when it is self-closing", "<skill/>", "AML1010 <skill/>"],
    ["at the end of the text", "see <skill", "AML1010 <skill"],
    ["with an unterminated value that is not its own", "<agent role='x", "AML1010 <agent"],
    ["as a type parameter", "useState<tool>(null)", "AML1010 <tool>"],
    ["as the root in the middle of text", "the <aml> root", "AML1010 <aml>"],
    ["as a session without a close tag", "a <session> of", "AML1010 <session>"],
    ["as a session with a bare name", "a <session isolated> of", "AML1010 <session"],
    [
      "as a param with a name outside a skill",
      "<object><param name='a' value='b'></object>",
      "AML1011 <param name='a' value='b'>",
    ],
    ["as a param without one outside a skill", "<param>", "AML1011 <param>"],
  ])("%s", (_, text, hint) => {
    expect(read(text)).toEqual(["text", hint]);
  });

  test("in a skill, for a param without a name", () => {
    expect(read("<skill interface='a'><param>1</param></skill>")).toEqual(["invocation[text]", "AML1010 <param>"]);
  });

  test("and the code in what follows its name is code", () => {
    const text = "the <tool we call `<agent name='a'/>` here";
    expect(read(text)).toEqual(["text code text", "AML1010 <tool"]);
  });

  test("and a slip of an attribute is told, since a constraint that is text constrains nothing", () => {
    const [{ help, fixes } = { help: "", fixes: [] }] = parse('<tool deni="bash">x</tool>').diagnostics;
    expect(help).toBe("did you mean `deny`?");
    expect(fixes.map(({ safe, edits }) => ({ safe, edits }))).toEqual([
      { safe: false, edits: [{ file: "<text>", start: 6, end: 10, text: "deny" }] },
    ]);
  });

  test("and hints stop nothing", () => {
    expect(parse("Use <tool> for that.").diagnostics.map(({ severity }) => severity)).toEqual(["hint"]);
  });
});

describe("a tag with a recognised attribute that has a value is an element", () => {
  verifies("lexical.placeholder.element");
  test.each([
    ["even when what it needs is another one", "<skill retries='2'>x</skill>", "invocation[text]"],
    ["even when the value is empty", "<agent name=''>x</agent>", "agent[text]"],
    ["even when the attribute belongs to another kind of it", "<skill version='1'/>", "invocation"],
    ["even when the attribute is an error there", "<tool on-failure='skip'/>", "tool"],
  ])("%s", (_, text, outline) => {
    expect(read(text)).toEqual([outline]);
  });
});

describe("a placeholder takes a close tag as text", () => {
  verifies("lexical.placeholder.close");
  test.each([
    ["when no element is open", "<agent>design</agent>", "text", ["AML1010 <agent>"]],
    ["in another tag's body", "<x><tool>bash</tool></x>", "text", ["AML1010 <tool>"]],
    ["in an element of another name", "<agent name='a'><tool>x</tool></agent>", "agent[text]", ["AML1010 <tool>"]],
    [
      "in an element of its name that gets its own",
      "<tool name='a'>the <tool>x</tool> tag</tool>",
      "tool[text]",
      ["AML1010 <tool>"],
    ],
    [
      "in an element in an element of its name, and both get their own",
      "<tool name='a'><skill interface='b'>the <tool>x</tool> tag</skill></tool>",
      "tool[invocation[text]]",
      ["AML1010 <tool>"],
    ],
    [
      "across an element that has ended",
      "<tool> a <tool name='b'>x</tool> c </tool>",
      "text tool[text] text",
      ["AML1010 <tool>"],
    ],
    ["the nearest one first", "<tool> <tool>x</tool> </tool>", "text", ["AML1010 <tool>", "AML1010 <tool>"]],
    ["as a param outside a skill", "<param name='a'>b</param>", "text", ["AML1011 <param name='a'>"]],
    ["as the root in the middle of text", "an <aml>x</aml>", "text", ["AML1010 <aml>"]],
  ])("%s", (_, text, outline, found) => {
    expect(read(text)).toEqual([outline, ...found]);
  });
});

describe("a placeholder takes no close tag", () => {
  verifies("lexical.placeholder.close-needed");
  test.each([
    ["that a real element needs", "<tool name='a'>the <tool> tag</tool>", "tool[text]", ["AML1010 <tool>"]],
    [
      "that real elements need, however many",
      "<tool name='a'><tool name='b'>the <tool> tag</tool></tool>",
      "tool[tool[text]]",
      ["AML1010 <tool>"],
    ],
    [
      "beyond the element it stands in",
      "<skill interface='a'>the <tool> tag</skill> </tool>",
      "invocation[text] text",
      ["AML1010 <tool>", "AML1002 </tool>"],
    ],
    [
      "that one before can still take, when it was left behind in an element",
      "<tool> <skill interface='a'><tool></skill> </tool> </tool>",
      "text invocation[text] text",
      ["AML1010 <tool>", "AML1010 <tool>", "AML1002 </tool>"],
    ],
    ["before it", "</tool> <tool>", "text", ["AML1002 </tool>", "AML1010 <tool>"]],
    ["in code", "<tool> `</tool>`", "text code", ["AML1010 <tool>"]],
  ])("%s", (_, text, outline, found) => {
    expect(read(text)).toEqual([outline, ...found]);
  });
});

describe("a bare session", () => {
  verifies("lexical.session.bare");
  test.each([
    ["is an element when it is self-closing", "a <session/> b", "text session text", []],
    ["is one when it has a close tag", "<session>x</session>", "session[text]", []],
    ["holds elements", "<session><skill interface='a'/></session>", "session[invocation]", []],
    ["nests", "<session><session>x</session></session>", "session[session[text]]", []],
    ["nests in one with a name", "<session name='a'><session>x</session></session>", "session[session[text]]", []],
    [
      "is text when one with a name needs the close tag",
      "<session name='a'>a <session> b</session>",
      "session[text]",
      ["AML1010 <session>"],
    ],
    [
      "is text when its close tag stands outside its parent",
      "<skill interface='a'>a <session> b</skill> c </session>",
      "invocation[text] text",
      ["AML1010 <session>", "AML1002 </session>"],
    ],
    [
      "is text in prose, beside one that is an element",
      "A <session> is opened. <session>x</session>",
      "text session[text]",
      ["AML1010 <session>"],
    ],
  ])("%s", (_, text, outline, found) => {
    expect(read(text)).toEqual([outline, ...found]);
  });

  test("is unclosed, not text, for what stands around it when its own element lost its close tag", () => {
    expect(read("<session><skill interface='a'>x</session>")).toEqual([
      "session[invocation![text]]",
      "AML1001 <skill interface='a'>",
    ]);
  });
});
