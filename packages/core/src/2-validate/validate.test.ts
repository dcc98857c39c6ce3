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
