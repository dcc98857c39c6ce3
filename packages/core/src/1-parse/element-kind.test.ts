import { describe, expect, test } from "vitest";
import { foundIn, outlineOf } from "../testing/outline.ts";
import { verifies } from "../testing/verifies.ts";
import { parse } from "./parse.ts";

const interfaceOf = (body: string) => `<skill define="interface" name="i">${body}</skill>`;
const implementationOf = (body: string) => `<skill define="implementation" name="m" implements="i">${body}</skill>`;
const contractOf = (body: string) => `<skill define="contract" name="c">${body}</skill>`;

describe("what a tag is, is told by its attributes and by where it stands", () => {
  verifies(
    "skill.form.invocation",
    "skill.form.interface",
    "skill.form.implementation",
    "skill.form.contract",
    "skill.form.reference",
    "interface.reference.forms",
    "directive.nesting",
  );
  test.each([
    [
      "a skill with a target",
      '<skill interface="a"/><skill impl="b"/><skill name="c"/>',
      "invocation invocation invocation",
    ],
    ["a skill without one", '<skill retries="1"/>', "invocation"],
    [
      "a skill that defines",
      interfaceOf("") + implementationOf("") + contractOf(""),
      "interface implementation contract",
    ],
    ["a definition with a target too", '<skill define="interface" name="i" impl="b"/>', "interface"],
    ["a definition with a reference too", '<skill define="contract" name="i" ref="b"/>', "contract"],
    ["a definition of something unknown", '<skill define="thing" name="i"/>', "interface"],
    ["a definition with a slip", '<skill define="implementaton" name="i"/>', "implementation"],
    ["a reference at the top level", '<skill ref="dde"/>', "usage"],
    ["a reference in an invocation", '<skill interface="a"><skill ref="b"/></skill>', "invocation[usage]"],
    ["a reference in an interface", interfaceOf('<skill ref="b"/>'), "interface[reference]"],
    [
      "a reference in a reference",
      implementationOf('<skill ref="b"><skill ref="c"/></skill>'),
      "implementation[reference[reference]]",
    ],
    ["a reference in a contract runs, which its definition may not", contractOf('<skill ref="b"/>'), "contract[usage]"],
    [
      "skills and directives in each other",
      '<tool name="a"><skill interface="b"><agent name="c"><session><skill impl="d"><tool name="e"/></skill></session></agent></skill></tool>',
      "tool[invocation[agent[session[invocation[tool]]]]]",
    ],
    [
      "a directive in a directive",
      '<agent name="a"><session name="b"><tool name="c"/></session></agent>',
      "agent[session[tool]]",
    ],
    ["a param of an invocation", '<skill interface="a"><param name="b">c</param></skill>', "invocation[param[text]]"],
    [
      "a param in a directive in a skill",
      '<skill interface="a"><tool name="b"><param name="c"/></tool></skill>',
      "invocation[tool[param]]",
    ],
    ["a param in a contract", contractOf('<param name="a"/>'), "contract[param]"],
    [
      "declarations of an interface",
      interfaceOf('<param name="a"/><returns name="b"/><reads>c</reads><writes>d</writes>'),
      "interface[param returns reads[text] writes[text]]",
    ],
    ["an interface's own constraint", interfaceOf('<tool allow="a"/>'), "interface[tool]"],
    ["a node", implementationOf('<node name="a"><tool use="b"/>c</node>'), "implementation[node[use text]]"],
    [
      "the tool of a node with a close tag",
      implementationOf('<node name="a"><tool use="b"></tool></node>'),
      "implementation[node[use]]",
    ],
    [
      "a node in a wrapping reference",
      implementationOf('<skill ref="dde"><node name="a"/></skill>'),
      "implementation[reference[node]]",
    ],
    [
      "a constraint in a node",
      implementationOf('<node name="a"><tool name="b"/></node>'),
      "implementation[node[tool]]",
    ],
    ["the tool of a node outside one", implementationOf('<tool use="b"/>'), "implementation[tool]"],
    ["fields in fields", contractOf('<field name="a"><field name="b"/></field>'), "contract[field[field]]"],
    [
      "a step of an invocation",
      '<skill impl="dde-simple">A --> B<step node="A">b</step></skill>',
      "invocation[text step[text]]",
    ],
    ["a step of a usage", '<skill ref="dde"><step node="A"/></skill>', "usage[step]"],
    [
      "a step of a wrapping reference",
      implementationOf('<skill ref="dde"><step node="A"/></skill>'),
      "implementation[reference[step]]",
    ],
    [
      "a definition where none may stand",
      '<skill interface="a"><skill define="interface" name="b"/></skill>',
      "invocation[interface]",
    ],
    [
      "a declaration in a definition in an invocation",
      `<skill interface="a">${interfaceOf('<returns name="b"/>')}</skill>`,
      "invocation[interface[returns]]",
    ],
  ])("%s", (_, text, outline) => {
    const { document, diagnostics } = parse(text);
    expect(outlineOf(document)).toBe(outline);
    expect(diagnostics).toEqual([]);
  });
});

describe("a tag that means something only elsewhere is somebody else's markup, and text", () => {
  verifies("lexical.tag.interface-declarations", "lexical.tag.node", "lexical.tag.field", "lexical.tag.step");
  test.each([
    ["declarations outside an interface", '<returns name="a"/> <reads>b</reads> <writes>c</writes>', "text"],
    ["declarations in an invocation", '<skill interface="a"><returns name="a"/></skill>', "invocation[text]"],
    ["a node outside an implementation", '<node name="a">b</node>', "text"],
    ["a node in an invocation", '<skill interface="a"><node name="a">b</node></skill>', "invocation[text]"],
    ["a field outside a contract", '<field name="a">b</field>', "text"],
    ["a field in an interface", interfaceOf('<field name="a">b</field>'), "interface[text]"],
    ["a step at the top level", '<step node="a">b</step>', "text"],
    ["a step in a definition", interfaceOf('<step node="a">b</step>'), "interface[text]"],
    [
      "a step that is no direct child",
      '<skill interface="a"><tool name="b"><step node="c">d</step></tool></skill>',
      "invocation[tool[text]]",
    ],
  ])("%s", (_, text, outline) => {
    const { document, diagnostics } = parse(text);
    expect(outlineOf(document)).toBe(outline);
    expect(diagnostics).toEqual([]);
  });

  test("a step without a node is text too, with a hint", () => {
    verifies("lexical.tag.step-without-node");
    const text = '<skill interface="a"><step label="c">d</step></skill>';
    const { document, diagnostics } = parse(text);
    expect(outlineOf(document)).toBe("invocation[text]");
    expect(foundIn(text, diagnostics)).toEqual(['AML1013 <step label="c">']);
  });

  test("and its problems are its own", () => {
    expect(parse('<node name=a b b="c"d="e">x</node>').diagnostics).toEqual([]);
  });
});
