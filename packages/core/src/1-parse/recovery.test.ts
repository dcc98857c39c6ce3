import { describe, expect, test } from "vitest";
import { foundIn, outlineOf } from "../testing/outline.ts";
import { verifies } from "../testing/verifies.ts";
import { parse } from "./parse.ts";

function read(text: string): [outline: string, ...found: string[]] {
  const { document, diagnostics } = parse(text);
  return [outlineOf(document), ...foundIn(text, diagnostics)];
}

describe("an unclosed element ends", () => {
  verifies("lexical.recovery.ancestor", "lexical.recovery.end", "lexical.recovery.place");
  test.each([
    ["with the text", "<tool name='a'>x", "tool![text]", ["AML1001 <tool name='a'>"]],
    [
      "at a close tag of an element around it",
      "<agent name='a'><tool name='b'>x</agent>y",
      "agent[tool![text]] text",
      ["AML1001 <tool name='b'>"],
    ],
    [
      "at a close tag of an element further out, with all between",
      "<agent name='a'><session name='b'><tool name='c'>x</agent>y",
      "agent[session![tool![text]]] text",
      ["AML1001 <session name='b'>", "AML1001 <tool name='c'>"],
    ],
    [
      "and its own close tag, behind that, closes nothing",
      "<agent name='a'><tool name='b'>x</agent></tool>",
      "agent[tool![text]] text",
      ["AML1001 <tool name='b'>", "AML1002 </tool>"],
    ],
    [
      "at the outermost, when an inner one of its name took its close tag",
      "<skill interface='a'><skill interface='b'>x</skill>",
      "invocation![invocation[text]]",
      ["AML1001 <skill interface='a'>"],
    ],
  ])("%s", (_, text, outline, found) => {
    expect(read(text)).toEqual([outline, ...found]);
  });

  test("and the diagnostic shows what ended it", () => {
    const text = "<agent name='a'>\n<tool name='b'>x</agent>";
    const [{ related, help } = { related: [], help: "" }] = parse(text).diagnostics;
    expect(related.map(({ start, end }) => text.slice(start.offset, end.offset))).toEqual(["</agent>"]);
    expect(help).toContain("</tool>");
  });

  test("and every one is reported", () => {
    const text = "<tool name='a'><tool name='b'><agent name='c'>";
    expect(parse(text).diagnostics.map(({ code }) => code)).toEqual(["AML1001", "AML1001", "AML1001"]);
  });
});

describe("a close tag that ends nothing is text, with a warning", () => {
  verifies("lexical.close-tags.stray");
  test.each([
    ["at the top level", "a </tool> b", "text", ["AML1002 </tool>"]],
    ["in an element", "<tool name='a'>x</skill>y</tool>", "tool[text]", ["AML1002 </skill>"]],
    ["twice", "</tool></tool>", "text", ["AML1002 </tool>", "AML1002 </tool>"]],
    ["after a self-closing tag", "<tool name='a'/></tool>", "tool text", ["AML1002 </tool>"]],
    [
      "of a declaration, in a definition",
      "<skill define='contract' name='c'></field></skill>",
      "contract[text]",
      ["AML1002 </field>"],
    ],
    ["unless its tag means nothing there", "<ul></node></field></step></reads></ul>", "text", []],
  ])("%s", (_, text, outline, found) => {
    expect(read(text)).toEqual([outline, ...found]);
  });
});

describe("the body of a value, a description or a brief is text", () => {
  verifies("lexical.tag.step-body", "invocation.params.text");
  test.each([
    ["tags in a value", "<param name='p'>a <skill interface='b'>c</skill> d</param>", "param[text]", []],
    ["a tag in a value without its close tag", "<param name='p'>a <tool name='b'> c</param>", "param[text]", []],
    ["a close tag in a value without its tag", "<param name='p'>a </skill> b</param>", "param[text]", []],
    ["a close tag of no element in a value", "<param name='p'>a </agent> b</param>", "param[text]", []],
    ["a param in a value", "<param name='p'>a <param name='q'>b</param> c</param>", "param[text]", []],
    ["a tag of its own name in a value", "<param name='p'>the <param> tag</param>", "param[text]", []],
    ["placeholders and roots in a value", "<param name='p'><tool> <aml version='0.3'></param>", "param[text]", []],
    ["a comment in a value", "<param name='p'>a<!-- </param> -->b</param>", "param[text comment text]", []],
    ["code in a value", "<param name='p'>a `</param>` b</param>", "param[text code text]", []],
    ["tags in a brief", "<step node='A'>run <tool name='b'/> and <agent name='c'>d</agent></step>", "step[text]", []],
    ["a step in a brief", "<step node='A'>a <step node='B'>b</step> c</step>", "step[text]", []],
    ["a fence in a brief", "<step node='A'>\n```bash\n</step>\n```\n</step>", "step[text code text]", []],
  ])("%s", (_, body, outline, found) => {
    expect(read(`<skill interface='a'>${body}</skill>`)).toEqual([`invocation[${outline}]`, ...found]);
  });

  test("tags in the declarations of an interface", () => {
    const text =
      "<skill define='interface' name='i'><param name='p'>a <tool name='b'> c</param><reads><x></reads></skill>";
    expect(read(text)).toEqual(["interface[param[text] reads[text]]"]);
  });

  test("tags in a field, its own fields aside", () => {
    const text =
      "<skill define='contract' name='c'><field name='f' type='object'>a <tool name='b'> c<field name='g'/>d</field></skill>";
    expect(read(text)).toEqual(["contract[field[text field text]]"]);
  });
});

describe("an unclosed value, description or brief ends at a close tag of an element around it", () => {
  test.each([
    [
      "when nothing closes it",
      "<skill interface='a'><param name='p'>v</skill> b",
      "invocation[param![text]] text",
      ["AML1001 <param name='p'>"],
    ],
    [
      "when only a later one has a close tag",
      "<skill interface='a'><param name='p'>v</skill><skill interface='b'><param name='q'>w</param></skill>",
      "invocation[param![text]] invocation[param[text]]",
      ["AML1001 <param name='p'>"],
    ],
    [
      "when the close tag is in another skill's text",
      "<skill interface='a'><step node='A'>v</skill> <skill interface='b'><step node='B'>w</step></skill>",
      "invocation[step![text]] text invocation[step[text]]",
      ["AML1001 <step node='A'>"],
    ],
    [
      "whatever stands in the one before",
      "<skill interface='a'><param name='p'>u <skill interface='b'></param><param name='q'>v</skill>",
      "invocation[param[text] param![text]]",
      ["AML1001 <param name='q'>"],
    ],
    [
      "when the next close tag is that of one in it",
      "<skill interface='a'><param name='p'>v <param name='q'>w</skill> x</param>",
      "invocation[param![text]] text",
      ["AML1001 <param name='p'>", "AML1002 </param>"],
    ],
    [
      "but not at one whose tag stands in it",
      "<skill interface='a'><param name='p'>v <skill interface='b'>w</skill> x</skill>",
      "invocation[param![text]]",
      ["AML1001 <param name='p'>"],
    ],
    [
      "with the fields in it",
      "<skill define='contract' name='c'><field name='f'><field name='g'>x</skill>",
      "contract[field![field![text]]]",
      ["AML1001 <field name='f'>", "AML1001 <field name='g'>"],
    ],
    [
      "in the root",
      "<aml version='0.3'><skill interface='a'><param name='p'>v</aml>",
      "invocation![param![text]]",
      ["AML1001 <skill interface='a'>", "AML1001 <param name='p'>"],
    ],
  ])("%s", (_, text, outline, found) => {
    expect(read(text)).toEqual([outline, ...found]);
  });
});
