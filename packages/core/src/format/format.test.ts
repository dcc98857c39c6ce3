import { describe, expect, test } from "vitest";
import { format } from "./format.ts";

function cases(name: string, table: readonly (readonly [what: string, text: string, expected: string])[]): void {
  describe(name, () => {
    test.each(table)("%s", (_, text, expected) => {
      expect(format(text)).toBe(expected);
      expect(format(expected)).toBe(expected);
    });
  });
}

/** Texts that stay as they are, each for its reason. */
function untouched(name: string, table: readonly (readonly [why: string, text: string])[]): void {
  cases(
    name,
    table.map(([why, text]) => [why, text, text]),
  );
}

untouched("a malformed element stays exactly as it is", [
  ["an unquoted value", "<skill  interface=review >x</skill >"],
  ["a value without its closing quote", "<skill  interface='review >x</skill >"],
  ["a tag without its end", "text <skill  interface='review'"],
  ["a repeated attribute", "<skill  name='b'  name='a' >x</skill >"],
  ["a bare attribute that is not `required`", "<skill  name='a'  nested >x</skill >"],
  ["a stray character", "<skill  name='a' = >x</skill >"],
  ["an element that is never closed", "<session  name='a' >x"],
  ["a root with a repeated attribute", "<aml  version='0.3'  version='0.2' >x</aml >"],
  ["a definition that is never closed, its lines included", "<skill define='contract' name='a' >\n      text"],
]);

cases("malformed elements hide nothing around them", [
  ["inside", "<tool deny='a'><skill name=b >x</skill ></tool >", '<tool deny="a"><skill name=b >x</skill ></tool>'],
  ["around", "<skill name=b ><tool deny='a'></tool ></skill >", '<skill name=b ><tool deny="a"></tool></skill >'],
  ["beside", "<skill name=b  /> <session  />", "<skill name=b  /> <session />"],
]);

untouched("what is no tag is text", [
  ["prose with angle brackets", "a  < b,  Map<K,  V>, <div  class='x' >"],
  ["a fence", "```xml\n<tool  deny='a' />\n```\n"],
  ["a code span", "write `<tool  deny='a' />` here"],
  ["a comment", "<!-- <tool  deny='a' /> -->"],
  ["front matter", "---\nuse: <tool  deny='a' />\n---\n"],
  ["a placeholder", "the <tool  > tag and <skill  >its</skill  > close"],
  ["a stray close tag", "end </tool  > here"],
  ["a tag in a param's value", '<skill name="a"><param name="b"> <tool  deny=\'c\' > </tool ></param></skill>'],
  ["a tag in a step", '<skill name="a"><step node="b"> <tool  deny=\'c\' /> </step></skill>'],
  ["entities and white space in a value", '<tool deny=" a &lt;  &quot; b\n c " />'],
  ["other spaces than those of ASCII", '<skill name="a" />\u00a0\u2003 text \t \n\n\n'],
]);

untouched("a document stays as it is when formatting would move the end of a stray quote or backtick", [
  [
    "a backtick that would meet its like in a joined line",
    "`<tool\n\n|='x' name='y' ></tool><tool name='a' deny=\"`\" >",
  ],
]);

cases("a tag is written in one way", [
  ["single quotes", "<tool deny='a' />", '<tool deny="a" />'],
  ["single quotes around a double quote", "<tool  deny='a\"b' />", "<tool deny='a\"b' />"],
  ["an apostrophe in double quotes", '<tool  deny="a\'b" />', '<tool deny="a\'b" />'],
  ["an empty value", "<tool deny='' />", '<tool deny="" />'],
  ["space around the equals sign", '<tool deny = "a"  >x</tool>', '<tool deny="a">x</tool>'],
  ["a line break around the equals sign", '<tool deny\n=\n"a">x</tool>', '<tool deny="a">x</tool>'],
  ["spaces and tabs between attributes", '<tool  name="b"\t\t deny="a"/>', '<tool name="b" deny="a" />'],
  ["no space between attributes", '<tool name="b"deny="a"/>', '<tool name="b" deny="a" />'],
  ["no space before the end", '<session name="a"/><session/>', '<session name="a" /><session />'],
  ["space before the end", '<session name="a"  >x</session><session  />', '<session name="a">x</session><session />'],
  ["a close tag", '<session name="a">x</session \n >', '<session name="a">x</session>'],
  ["a bare `required`", contractOf("<field  required  name='a'/>"), contractOf('<field name="a" required />')],
  ["the root", "\uFEFF<aml  version = '0.3' >x</aml >\n", '\uFEFF<aml version="0.3">x</aml>\n'],
  ["a root with an attribute too many", "<aml kind='x'version='0.3' />", '<aml kind="x" version="0.3" />'],
  ["a root after front matter", "---\na: b\n---\n<aml version='0.3'/>", '---\na: b\n---\n<aml version="0.3" />'],
]);

cases("attributes stand in a fixed order", [
  [
    "an invocation",
    '<skill on-failure="skip" retries="1" language="go" impl="b" interface="a" />',
    '<skill interface="a" impl="b" language="go" retries="1" on-failure="skip" />',
  ],
  [
    "a reference",
    '<skill mode="simple" role="enforcement" ref="dde" />',
    '<skill ref="dde" role="enforcement" mode="simple" />',
  ],
  [
    "a definition",
    '<skill priority="1" implements="b" name="a" define="implementation" />',
    '<skill define="implementation" name="a" implements="b" priority="1" />',
  ],
  ["a directive", '<agent mode="background" model="m" name="a" />', '<agent name="a" model="m" mode="background" />'],
  [
    "a declaration",
    contractOf('<field required default="x" values="x|y" type="enum" name="a" />'),
    contractOf('<field name="a" type="enum" values="x|y" default="x" required />'),
  ],
  [
    "unknown attributes, behind the known ones and among themselves as written",
    '<tool zeta="1" deny="a" alpha="2" name="b" />',
    '<tool name="b" deny="a" zeta="1" alpha="2" />',
  ],
  [
    "attributes of another form, as unknown ones",
    '<skill interface="x" name="a" define="contract" />',
    '<skill define="contract" name="a" interface="x" />',
  ],
]);

cases("a tag that its author broke over lines stays broken", [
  ["between attributes", '<tool  name="b" \n       deny="a">x</tool>', '<tool name="b"\n       deny="a">x</tool>'],
  ["after the name and before the end", '<tool\n\tname="b"\n\n/>', '<tool\n\tname="b"\n/>'],
  ["and the breaks keep their places", '<tool deny="a"\n  name="b">x</tool>', '<tool name="b"\n  deny="a">x</tool>'],
  ["with CRLF", "<tool\r\n  deny='a'  >\r\n</tool >\r\n", '<tool\r\n  deny="a">\r\n</tool>\r\n'],
  ["but not without attributes", "<session\n>x</session>", "<session>x</session>"],
]);

cases("an empty element closes itself where that says the same", [
  ["an invocation", '<skill name="a"></skill>', '<skill name="a" />'],
  ["a session without attributes", "<session></session>", "<session />"],
  ["a field", contractOf('<field name="a"></field>'), contractOf('<field name="a" />')],
]);

untouched("an empty element stays open where that could say something else", [
  ["white space in it", '<skill name="a"> </skill>'],
  ["a comment in it", '<skill name="a"><!-- later --></skill>'],
  ["the value of a param", '<skill name="a"><param name="b"></param></skill>'],
  ["the body of a step", '<skill name="a"><step node="b"></step></skill>'],
  ["patterns that are still missing", '<skill define="interface" name="a"><reads></reads></skill>'],
  ["a tool constraint, which an interface has only as a self-closing tag", interfaceOf('<tool deny="a"></tool>')],
  ["the root", '<aml version="0.3"></aml>'],
]);

cases("the tags of a definition are indented like their siblings, and deeper than what is around them", [
  ["flat", contractOf('\n<field name="a" />\n'), contractOf('\n  <field name="a" />\n')],
  [
    "flat at every level",
    contractOf('\n<field name="a">\n<field name="b">t</field>\n</field>\n'),
    contractOf('\n  <field name="a">\n    <field name="b">t</field>\n  </field>\n'),
  ],
  [
    "one out of line",
    contractOf('\n    <field name="a" />\n      <field name="b" />\n'),
    contractOf('\n    <field name="a" />\n    <field name="b" />\n'),
  ],
  ["tabs", `\t${contractOf('\n\t<field name="a" />\n\t')}`, `\t${contractOf('\n\t\t<field name="a" />\n\t')}`],
  ["a close tag", contractOf('\n  <field name="a" />\n  '), contractOf('\n  <field name="a" />\n')],
  [
    "like its prose",
    interfaceOf('\n    Words.\n<param name="a" />\n'),
    interfaceOf('\n    Words.\n    <param name="a" />\n'),
  ],
  [
    "with what is inside",
    contractOf('\n  <field name="z" />\n<field name="a">\n    <field name="b" />\n</field>\n'),
    contractOf('\n  <field name="z" />\n  <field name="a">\n      <field name="b" />\n  </field>\n'),
  ],
  [
    "with the further lines of the tag",
    contractOf('\n<field name="a"\n       type="string" />\n'),
    contractOf('\n  <field name="a"\n         type="string" />\n'),
  ],
  ["with CRLF", contractOf('\r\n<field name="a" />\r\n'), contractOf('\r\n  <field name="a" />\r\n')],
]);

untouched("prose never moves, nor does a tag that would leave its prose behind", [
  ["flat prose and flat tags", interfaceOf('\nWords.\n<param name="a" />\n')],
  ["flat prose and indented tags", interfaceOf('\nWords.\n  <param name="a" />\n')],
  ["lines of prose in a declaration", contractOf('\n<field name="a">\n    Words.\n</field>\n<field name="b" />\n')],
  ["prose in a nested field", contractOf('\n<field name="a">\n<field name="b">\n  Words.\n</field>\n</field>\n')],
  ["prose before a tag", interfaceOf('\nWords <param name="a" />\n')],
  ["prose after a tag", interfaceOf('\n<param name="a" /> words\n')],
  ["two tags on a line", contractOf('\n<field name="a" /> <field name="b" />\n')],
  ["a value over two lines", contractOf('\n<field name="a" default="x\ny" />\n')],
  [
    "a step",
    '<skill define="implementation" name="a" implements="b">\n  <skill ref="dde">\n<step node="c">d</step>\n  </skill>\n</skill>',
  ],
  ["a definition in a list", `- ${contractOf('\n<field name="a" />\n  ')}`],
  ["an invocation's params", '<skill name="a">\n<param name="b">c</param>\n    </skill>'],
]);

function contractOf(body: string): string {
  return `<skill define="contract" name="c">${body}</skill>`;
}

function interfaceOf(body: string): string {
  return `<skill define="interface" name="i">${body}</skill>`;
}
