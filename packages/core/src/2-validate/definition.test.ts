import { describe, expect, test } from "vitest";
import { parse } from "../1-parse/parse.ts";
import { verifies } from "../testing/verifies.ts";
import { validate } from "./validate.ts";

function codes(text: string): string[] {
  return validate(parse(text).document).map(({ code }) => code);
}

describe("a definition", () => {
  verifies(
    "skill.form.unknown",
    "interface.name",
    "contract.name",
    "implementation.required",
    "interface.implements",
    "interface.implements-differs",
    "interface.patterns.self-closing",
    "interface.patterns.once",
    "interface.reference.excludes",
    "interface.tool.form",
    "implementation.priority",
    "implementation.capabilities",
    "implementation.node.type",
    "implementation.node.unique",
    "implementation.node.tool-without-use",
    "implementation.node.prompt-with-use",
    "definition.top-level",
    "definition.no-run",
    "definition.excludes",
    "definition.extends",
  );
  test.each([
    ["inside a session", '<session><skill define="interface" name="a"/></session>', ["AML2009"]],
    [
      "inside a definition",
      '<skill define="interface" name="a"><skill define="interface" name="b"/></skill>',
      ["AML2009"],
    ],
    ["inside <aml>", '<aml version="0.3"><skill define="interface" name="a"/></aml>', []],
    ["of an unknown kind", '<skill define="interfaces" name="a"/>', ["AML2006"]],
    ["without a name", '<skill define="contract"/>', ["AML2002"]],
    ["of an interface without a name", '<skill define="interface"/>', ["AML2002"]],
    ["of an implementation without a name", '<skill define="implementation" implements="review"/>', ["AML2002"]],
    ["of a contract with an invocation", '<skill define="contract" name="a"><skill name="b"/></skill>', ["AML2010"]],
    ["of a contract with a reference", '<skill define="contract" name="a"><skill ref="b"/></skill>', ["AML2010"]],
    ["of a contract with a directive", '<skill define="contract" name="a"><session>x</session></skill>', ["AML2010"]],
    [
      "with each attribute of an invocation",
      '<skill define="contract" name="a" interface="b" impl="c" retries="1" timeout="1s" policy="wrapper" on-failure="skip"/>',
      ["AML2004", "AML2004", "AML2004", "AML2004", "AML2004", "AML2004"],
    ],
    ["with a reference of its own", '<skill define="interface" name="a" ref="b"/>', ["AML2004"]],
    [
      "with a reference that has targets",
      '<skill define="interface" name="a"><skill ref="review" interface="b" impl="c"/></skill>',
      ["AML2004", "AML2004"],
    ],
    ["of a contract that extends", '<skill define="contract" name="a" extends="b"/>', []],
    [
      "of an implementation with a priority below zero",
      '<skill define="implementation" name="a" implements="b" priority="-3"/>',
      [],
    ],
    ["with an invocation", '<skill define="interface" name="a"><skill name="b"/></skill>', ["AML2010"]],
    [
      "with an invocation in an invocation, reported once",
      '<skill define="interface" name="a"><skill name="b"><skill name="c"/></skill></skill>',
      ["AML2010"],
    ],
    [
      "with a directive in a constraint, reported once",
      '<skill define="implementation" name="a" implements="b"><tool name="grep"><session>x</session></tool></skill>',
      ["AML2010"],
    ],
    [
      "with a node without a name",
      '<skill define="implementation" name="a" implements="b"><node type="manual">x</node></skill>',
      ["AML2002"],
    ],
    [
      "with a node of an empty name, twice",
      '<skill define="implementation" name="a" implements="b"><node name="">x</node><node name="">y</node></skill>',
      ["AML2005", "AML2005"],
    ],
    [
      "with directives in directives, reported once",
      '<skill define="interface" name="a"><session><agent name="b"><skill name="c"/></agent></session></skill>',
      ["AML2010"],
    ],
    [
      "that can be retried",
      '<skill define="interface" name="a" retries="2" policy="wrapper"/>',
      ["AML2004", "AML2004"],
    ],
    ["that names an implementation", '<skill define="interface" name="a" impl="b"/>', ["AML2004"]],
    [
      "of an implementation that extends",
      '<skill define="implementation" name="a" implements="review" extends="b"/>',
      ["AML2017"],
    ],
    ["of an implementation of nothing", '<skill define="implementation" name="a"/>', ["AML2002"]],
    [
      "with a priority that is no integer",
      '<skill define="implementation" name="a" implements="review" priority="high"/>',
      ["AML2005"],
    ],
    [
      "with an unknown capability",
      '<skill define="implementation" name="a" implements="review" capabilities="pure, fs:raed"/>',
      ["AML2005"],
    ],
    [
      "of an implementation with a param",
      '<skill define="implementation" name="a" implements="review"><param name="b"/></skill>',
      ["AML2011"],
    ],
    [
      "of an implementation with a tool",
      '<skill define="implementation" name="a" implements="review"><tool allow="grep"/></skill>',
      ["AML2010"],
    ],
    [
      "of an interface with its own constraint",
      '<skill define="interface" name="a"><tool allow="grep"/><tool deny="view"/></skill>',
      [],
    ],
    [
      "of an interface with a constraint by name",
      '<skill define="interface" name="a"><tool name="grep"/></skill>',
      ["AML2029"],
    ],
    [
      "of an interface with a constraint around text",
      '<skill define="interface" name="a"><tool allow="grep">x</tool></skill>',
      ["AML2029"],
    ],
    [
      "of an interface that reads twice",
      '<skill define="interface" name="a"><reads>x</reads><reads>y</reads></skill>',
      ["AML2014"],
    ],
    ["of an interface that writes nothing", '<skill define="interface" name="a"><writes/></skill>', ["AML2002"]],
    ["of an interface that reads patterns", '<skill define="interface" name="a"><reads patterns="x,y"/></skill>', []],
    [
      "with a reference that has a name",
      '<skill define="interface" name="a"><skill ref="review" name="b"/></skill>',
      ["AML2004"],
    ],
    ["in the older spelling", '<skill define="interface" name="a" implements="review"/>', ["AML2015"]],
    ["in both spellings", '<skill define="interface" name="a" implements="review" extends="review"/>', ["AML2015"]],
    [
      "in both spellings that differ",
      '<skill define="interface" name="a" implements="lint" extends="review"/>',
      ["AML2016"],
    ],
    [
      "with a node that is no step",
      '<skill define="implementation" name="a" implements="review"><node name="A" type="action">x</node></skill>',
      ["AML2005"],
    ],
    [
      "with a tool node without a tool",
      '<skill define="implementation" name="a" implements="review"><node name="A" type="tool">x</node></skill>',
      ["AML2026"],
    ],
    [
      "with a prompt node with a tool",
      '<skill define="implementation" name="a" implements="review"><node name="A"><tool use="view"/>x</node></skill>',
      ["AML2027"],
    ],
    [
      "with the same node inside and outside a reference",
      '<skill define="implementation" name="a" implements="review"><node name="A">x</node><skill ref="dde"><node name="A">y</node></skill></skill>',
      ["AML2014"],
    ],
  ])("%s", (_, text, expected) => {
    expect(codes(text)).toEqual(expected);
  });
});

describe("the fix of the older spelling of extends", () => {
  test.each([
    ['<skill define="interface" name="a" implements="b"/>', '<skill define="interface" name="a" extends="b"/>'],
    ['<skill define="interface"  implements="b" name="a"/>', '<skill define="interface"  extends="b" name="a"/>'],
    [
      '<skill define="interface" name="a" extends="b"\n  implements="b">x</skill>',
      '<skill define="interface" name="a" extends="b">x</skill>',
    ],
  ])("%s", (text, fixed) => {
    const fixes = validate(parse(text).document).flatMap((diagnostic) => diagnostic.fixes);
    const [edit] = fixes.flatMap((fix) => fix.edits);
    expect(fixes.map(({ safe }) => safe)).toEqual([true]);
    expect(text.slice(0, edit?.start) + edit?.text + text.slice(edit?.end)).toBe(fixed);
  });
});
