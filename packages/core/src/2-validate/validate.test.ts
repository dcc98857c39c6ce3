import { describe, expect, test } from "vitest";
import { parse } from "../1-parse/parse.ts";
import { verifies } from "../testing/verifies.ts";
import { validate } from "./validate.ts";

function codes(text: string): string[] {
  return validate(parse(text).document).map(({ code }) => code);
}

describe("an element", () => {
  verifies(
    "skill.form.no-target",
    "invocation.name-excludes",
    "invocation.retries",
    "invocation.retries-clamped",
    "invocation.timeout",
    "invocation.timeout-clamped",
    "invocation.policy",
    "invocation.on-failure",
    "invocation.mode",
    "invocation.mode-contradiction",
    "invocation.params.repeated",
    "tool.attributes",
    "tool.on-failure",
    "tool.conflict",
    "session.isolated",
    "session.on-failure",
    "agent.name",
    "agent.mode",
    "agent.on-failure",
  );
  test.each([
    ["an invocation of a name and an interface", '<skill name="lint" interface="review"/>', ["AML2004"]],
    ["an invocation of a name and an implementation", '<skill name="lint" impl="lint"/>', ["AML2004"]],
    ["an invocation of nothing", '<skill retries="2"/>', ["AML2003"]],
    ["an invocation of an empty name", '<skill name=""  retries="1"/>', ["AML2005"]],
    ["a slip in an attribute", '<skill impl="lint" polcy="wrapper"/>', ["AML2001"]],
    ["retries that are a word", '<skill impl="lint" retries="three"/>', ["AML2005"]],
    ["retries with a sign", '<skill impl="lint" retries="+3"/>', ["AML2005"]],
    ["retries below zero", '<skill impl="lint" retries="-1"/>', ["AML2005"]],
    ["retries of ten", '<skill impl="lint" retries="10"/>', []],
    ["retries of eleven", '<skill impl="lint" retries="11"/>', ["AML2008"]],
    ["a timeout of an hour", '<skill impl="lint" timeout="60m"/>', []],
    ["a timeout of an hour, by its unit", '<skill impl="lint" timeout="1h"/>', []],
    ["a timeout of two hours", '<skill impl="lint" timeout="2h"/>', ["AML2008"]],
    ["a timeout of more than an hour", '<skill impl="lint" timeout="3601s"/>', ["AML2008"]],
    ["a timeout with two units", '<skill impl="lint" timeout="1h30m"/>', ["AML2005"]],
    ["a timeout without a unit", '<skill impl="lint" timeout="30"/>', ["AML2005"]],
    ["a timeout in days", '<skill impl="lint" timeout="1d"/>', ["AML2005"]],
    ["a timeout with a space", '<skill impl="lint" timeout="30 s"/>', ["AML2005"]],
    ["a timeout of half a minute", '<skill impl="lint" timeout="0.5m"/>', []],
    ["a timeout of zero", '<skill impl="lint" timeout="0s"/>', ["AML2005"]],
    ["an unknown policy", '<skill impl="lint" policy="parallel"/>', ["AML2005"]],
    ["an unknown failure mode", '<skill impl="lint" on-failure="ignore"/>', ["AML2005"]],
    ["a hint beside an implementation", '<skill impl="lint" language="go"/>', ["AML2031"]],
    ["a param twice", '<skill impl="lint"><param name="a">1</param><param name="a">2</param></skill>', ["AML2014"]],
    [
      "the same param of an outer and an inner invocation",
      '<skill impl="lint"><param name="a">1</param><skill impl="lint"><param name="a">2</param></skill></skill>',
      [],
    ],
    [
      "a param twice, once inside a directive",
      '<skill impl="lint"><param name="a">1</param><tool name="grep"><param name="a">2</param></tool></skill>',
      ["AML2014"],
    ],
    [
      "a param that declares a type for a value",
      '<skill impl="lint"><param name="a" type="number">1</param></skill>',
      ["AML2001"],
    ],
    ["a tool that allows and denies", '<tool allow="grep" deny="view">x</tool>', ["AML2007"]],
    ["a tool that can fail", '<tool name="grep" on-failure="skip">x</tool>', ["AML2028"]],
    ["a tool that constrains nothing", '<tool on-failure="skip">x</tool>', ["AML2003", "AML2028"]],
    ["a session that fails in an unknown way", '<session on-failure="stop">x</session>', ["AML2005"]],
    ["an agent that fails in an unknown way", '<agent name="a" on-failure="stop">x</agent>', ["AML2005"]],
    ["`required` where nothing can be", '<session name="a" required>x</session>', ["AML2001"]],
    [
      "every policy, failure mode and mode there is",
      '<skill impl="a" policy="bottom-up" on-failure="halt"/><skill impl="a" policy="wrapper" on-failure="skip"/><skill impl="a" policy="sequential" on-failure="partial"/><session isolated="true" on-failure="halt">x</session><session isolated="false" on-failure="skip">x</session><agent name="a" mode="sync" on-failure="skip">x</agent><agent name="a" mode="background" on-failure="partial">x</agent><skill ref="dde" mode="simple"/><skill ref="dde" mode="advanced"/>',
      [],
    ],
    ["a session that is half isolated", '<session isolated="half">x</session>', ["AML2005"]],
    ["an agent without a name", '<agent model="m">x</agent>', ["AML2002"]],
    ["an agent with an empty name", '<agent name="" model="m">x</agent>', ["AML2005"]],
    ["an agent in an unknown mode", '<agent name="a" mode="async">x</agent>', ["AML2005"]],
    ["a mode that contradicts the implementation", '<skill impl="dde-advanced" mode="simple"/>', ["AML2030"]],
    ["a mode that contradicts the reference", '<skill ref="dde-simple" mode="advanced"/>', ["AML2030"]],
    ["a mode that no diagram has", '<skill ref="dde" mode="quick"/>', ["AML2005"]],
    ["a mode of another skill", '<skill impl="lint" mode="quick"/>', []],
  ])("%s", (_, text, expected) => {
    expect(codes(text)).toEqual(expected);
  });
});

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

test("an unknown attribute is told with the form of its element", () => {
  const text = `<skill define="implementation" name="a" implements="b" colour="x">
    <node name="A" type="tool"><tool use="view" colour="x"/></node><skill ref="dde" colour="x"/></skill>
    <skill ref="dde" colour="x"/><skill impl="a" colour="x"/><session colour="x" name="s"/>`;
  expect(validate(parse(text).document).map(({ message }) => message)).toEqual(
    ['<skill define="implementation">', "<tool use>", "<skill ref>", "<skill ref>", "<skill>", "<session>"].map(
      (element) => `\`colour\` is no attribute of ${element}`,
    ),
  );
});

describe("an element that was never closed is reported by the parser alone", () => {
  test.each([
    ["its own attributes", '<agent name="a"><skill retries="x"></agent>', []],
    ["a definition after it", '<session name="s">\n<skill define="interface" name="a"/>', []],
    ["a directive after a definition", '<skill define="interface" name="a">\n<session>x</session>', []],
    [
      "the same param in what it swallowed",
      '<skill impl="a"><param name="p">1</param>\n<skill impl="b"><param name="p">2</param></skill><param name="p">3</param>',
      [],
    ],
    ["what is wrong inside it", '<session name="s"><skill impl="a" retries="x"/>', ["AML2005"]],
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
