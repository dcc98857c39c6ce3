import { describe, expect, test } from "vitest";
import { check } from "../check.ts";
import { verifies } from "../testing/verifies.ts";

const search = `<skill define="interface" name="search"><param name="query" required/><param name="limit" type="number" default="10"/>
  <param name="order" type="enum" values="newest|oldest"/><param name="deep" type="boolean"/><param name="in" type="path"/>
  <param name="filter" type="contract:filter"/></skill><skill define="contract" name="filter"/>
  <skill define="implementation" name="index" implements="search"/>`;
const query = '<param name="query">x</param>';

function reported(text: string): string[] {
  return check([text]).diagnostics.map(({ code, severity }) => `${code} ${severity}`);
}

describe("the params of an invocation", () => {
  verifies("interface.param.type-default");
  test.each([
    ["", ["AML4008 error"]],
    [query, []],
    ['<tool name="sql"><session><param name="query">x</param></session></tool>', []],
    ['<skill impl="other"><param name="query">x</param></skill>', ["AML4008 error"]],
    [`${query}<param name="limit">\n 5 \n</param>`, []],
    [`${query}<param name="limit">five</param>`, ["AML4009 error"]],
    [`${query}<param name="limit"></param>`, ["AML4009 error"]],
    [`${query}<param name="order"> newest </param>`, []],
    [`${query}<param name="order">latest</param>`, ["AML4009 error"]],
    [`${query}<param name="deep">yes</param>`, ["AML4009 error"]],
    [`${query}<param name="in"> </param>`, ["AML4009 error"]],
    [`${query}<param name="filter">{"a": 1}</param>`, []],
    [`${query}<param name="filter">a &lt; b</param>`, ["AML4009 error"]],
    [`${query}<param name="oder">newest</param>`, ["AML4010 error"]],
  ])("%s", (body, expected) => {
    const other = '<skill define="interface" name="o"/><skill define="implementation" name="other" implements="o"/>';
    expect(reported(`${search}${other}<skill interface="search">${body}</skill>`)).toEqual(expected);
  });

  test("are checked whatever the invocation names, and not twice when a name is", () => {
    expect(reported(`${search}<skill impl="index"/>`)).toEqual(["AML4008 error"]);
    expect(reported(`${search}<skill ref="search"/>`)).toEqual(["AML4008 error"]);
    const twice = '<param name="query">x</param><param name="query">y</param>';
    expect(reported(`${search}<skill name="index">${twice}</skill>`)).toEqual(["AML2014 error"]);
  });

  test("are warned about where a run could go on without the invocation", () => {
    expect(reported(`${search}<skill interface="search" on-failure="skip"/>`)).toEqual(["AML4008 warning"]);
  });

  test("are free where the interface declares none, or is not defined", () => {
    const free = '<skill define="interface" name="f"/><skill define="implementation" name="fi" implements="f"/>';
    expect(reported(`${free}<skill interface="f"><param name="any">x</param></skill>`)).toEqual([]);
    const orphan =
      '<skill define="implementation" name="oi" implements="o"/><skill impl="oi"><param name="any">x</param></skill>';
    expect(reported(orphan)).toEqual(["AML3007 warning"]);
  });

  test("are reported together when several are missing, the first five by name", () => {
    const params = ["a", "b", "c", "d", "e", "f", "g"].map((name) => `<param name="${name}" required/>`).join("");
    const many = `<skill define="interface" name="m">${params}</skill><skill define="implementation" name="mi" implements="m"/>`;
    const { diagnostics } = check([`${many}<skill interface="m"><param name="b">x</param></skill>`]);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      '"m" requires `a`, `c`, `d`, `e`, `f` and 1 more, which the invocation does not give',
    ]);
  });

  test("point at the declaration they break", () => {
    const { diagnostics } = check([`${search}<skill interface="search"><param name="qeury">x</param></skill>`]);
    const shown = diagnostics.map(({ message, help, related }) => [
      message,
      help,
      related.map((cause) => cause.message),
    ]);
    expect(shown).toEqual([
      ['"search" requires `query`, which the invocation does not give', undefined, ["declared here"]],
      ['"search" takes no param `qeury`', "did you mean `query`?", []],
    ]);
  });
});
