import { describe, expect, test } from "vitest";
import { parse } from "../1-parse/parse.ts";
import { type CheckOptions, check } from "../check.ts";
import { verifies } from "../testing/verifies.ts";
import { resolve } from "./resolve.ts";

test("a document that was not registered is a mistake of the caller", () => {
  const { registry } = check([]);
  expect(() => resolve([parse({ file: "a.md", text: "" }).document], registry)).toThrow("a.md was not registered");
});

describe("what resolves", () => {
  verifies(
    "resolution.impl",
    "resolution.impl-unknown",
    "resolution.impl-mismatch",
    "resolution.hints",
    "resolution.only",
    "resolution.name",
    "invocation.hints-ignored",
    "skill.form.usage",
  );
  const testing = `<skill define="interface" name="testing"/>
    <skill define="implementation" name="pytest" implements="testing" language="python" framework="pytest"/>
    <skill define="implementation" name="unittest" implements="testing" language="python"/>
    <skill define="implementation" name="jest" implements="testing" language="javascript" priority="-1"/>`;

  function implementation(text: string, options?: CheckOptions): string | string[] {
    const { documents, resolutions, diagnostics } = check([{ file: "a.md", text }], options);
    const last = documents[0]?.elements.at(-1);
    const found = last && resolutions.get(last);
    return found?.implementation.name ?? diagnostics.map(({ code, severity }) => `${code} ${severity}`);
  }

  test.each([
    ['<skill impl="jest"/>', "jest"],
    ['<skill impl="jest" language="python"/>', "jest"],
    ['<skill impl="jest" interface="testing"/>', "jest"],
    ['<skill name="jest"/>', "jest"],
    ['<skill ref="jest"/>', "jest"],
    ['<skill interface="testing" language="javascript"/>', "jest"],
    ['<skill interface="testing" language="python" framework="pytest"/>', "pytest"],
    ['<skill name="testing" framework="pytest"/>', "pytest"],
    ['<skill impl="jset"/>', ["AML4001 warning"]],
    ['<skill interface="testing" language="Python"/>', ["AML4002 error"]],
    ['<skill interface="testing" language="javascript" framework="pytest"/>', ["AML4002 error"]],
    ['<skill interface="testing"/>', ["AML4003 error"]],
    ['<skill interface="nothing"/>', ["AML4006 warning"]],
    ['<skill interface="testing" impl="dde-simple"/>', ["AML4004 error"]],
    ['<skill name="nothing"/>', ["AML4007 warning"]],
    ['<skill ref="nothing"/>', ["AML4007 warning"]],
  ])("%s", (text, expected) => {
    expect(implementation(testing + text)).toEqual(expected);
  });

  test("a name that an implementation and an interface share is the implementation", () => {
    const shared = `<skill define="interface" name="jest"/><skill define="implementation" name="fast-jest" implements="jest"/>`;
    expect(implementation(`${testing}${shared}<skill name="jest"/>`)).toBe("jest");
    expect(implementation(`${testing}${shared}<skill interface="jest"/>`)).toBe("fast-jest");
  });

  test.each([
    ['<skill ref="nobody" impl="nobody"/>', ["AML2004 error"]],
    ['<skill name="nobody" interface="nobody"/>', ["AML2004 error"]],
    ['<skill name="nobody" impl="nobody"/>', ["AML2004 error"]],
    ['<skill impl=""/>', ["AML2005 error"]],
    ["<skill impl=nobody/>", ["AML1005 error"]],
  ])("what is wrong already is not reported as unknown too: %s", (text, expected) => {
    expect(implementation(text)).toEqual(expected);
  });

  test("an implementation is not looked for among the interfaces", () => {
    const one = '<skill define="interface" name="one"/><skill define="implementation" name="only" implements="one"/>';
    expect(implementation(`${one}<skill impl="one"/>`)).toEqual(["AML4001 warning"]);
    expect(implementation(`${one}<skill interface="only"/>`)).toEqual(["AML4006 warning"]);
  });

  test("the default of an interface counts by whatever name it is asked for", () => {
    expect(implementation(`${testing}<skill interface="a/testing"/>`, { defaults: { testing: "jest" } })).toBe("jest");
    expect(implementation(`${testing}<skill interface="testing"/>`, { defaults: { testing: "a/jest" } })).toBe("jest");
    expect(implementation(`${testing}<skill interface="testing"/>`, { defaults: { testing: "nobody" } })).toEqual([
      "AML4003 error",
    ]);
  });

  test("the configured default comes before the priority, but only among those the hints leave", () => {
    verifies("resolution.default", "resolution.default-first");
    const defaults = { testing: "jest" };
    expect(implementation(`${testing}<skill interface="testing"/>`, { defaults })).toBe("jest");
    expect(
      implementation(`${testing}<skill interface="testing" language="python" framework="pytest"/>`, { defaults }),
    ).toBe("pytest");
    expect(implementation(`${testing}<skill interface="testing" language="python"/>`, { defaults })).toEqual([
      "AML4003 error",
    ]);
    expect(implementation(`${testing}<skill interface="testing" language="go"/>`, { defaults })).toEqual([
      "AML4002 error",
    ]);
  });

  test("the strictly highest priority wins, a shared one does not", () => {
    verifies("resolution.priority");
    const more = '<skill define="implementation" name="nose" implements="testing" priority="1"/>';
    const most = '<skill define="implementation" name="tox" implements="testing" priority="1"/>';
    expect(implementation(`${testing}${more}<skill interface="testing"/>`)).toBe("nose");
    expect(implementation(`${testing}${more}${most}<skill interface="testing"/>`)).toEqual(["AML4003 error"]);
  });

  test("an implementation of a child interface is no candidate for its parent", () => {
    verifies("resolution.no-inheritance", "resolution.candidates");
    const family = `<skill define="interface" name="p"/><skill define="interface" name="k" extends="p"/>
      <skill define="implementation" name="ki" implements="k"/>`;
    expect(implementation(`${family}<skill interface="p"/>`)).toEqual(["AML4005 warning"]);
    expect(implementation(`${family}<skill interface="k"/>`)).toBe("ki");
    expect(implementation(`${family}<skill interface="p" impl="ki"/>`)).toEqual(["AML4004 error"]);
  });

  test("an implementation of an interface that nothing defines can be had by its own name and by that interface", () => {
    const orphan = '<skill define="implementation" name="z" implements="none"/>';
    expect(implementation(`${orphan}<skill impl="z"/>`)).toBe("z");
    expect(implementation(`${orphan}<skill interface="none"/>`)).toBe("z");
    expect(implementation(`${orphan}<skill impl="z" interface="none"/>`)).toBe("z");
    expect(implementation(`${orphan}<skill impl="z" interface="other"/>`)).toEqual([
      "AML3007 warning",
      "AML4004 error",
    ]);
  });

  test("what only this machine may lack is a warning to check and an error to run", () => {
    verifies("link.unimplemented");
    const purpose = "run";
    expect(implementation('<skill impl="a"/>', { purpose })).toEqual(["AML4001 error"]);
    expect(implementation('<skill interface="a"/>', { purpose })).toEqual(["AML4006 error"]);
    expect(implementation('<skill name="a"/>', { purpose })).toEqual(["AML4007 error"]);
    expect(implementation('<skill interface="dde/verify"/>', { purpose })).toEqual(["AML4005 error"]);
  });

  test.each([
    ['<skill interface="testing" on-failure="skip"/>', "warning"],
    ['<skill interface="testing" on-failure="partial"/>', "warning"],
    ['<session on-failure="skip"><tool name="grep"><skill interface="testing"/></tool></session>', "warning"],
    ['<agent name="a" on-failure="partial"><session><skill interface="testing"/></session></agent>', "warning"],
    ['<skill impl="jest" on-failure="skip"><skill interface="testing"/></skill>', "error"],
    ['<session on-failure="halt"><skill interface="testing"/></session>', "error"],
    ['<session on-failure="skip"/><skill interface="testing"/>', "error"],
  ])("is ambiguous: %s is an %s", (text, severity) => {
    const { diagnostics } = check([testing + text], { purpose: "run" });
    expect(diagnostics.map((found) => `${found.code} ${found.severity}`)).toEqual([`AML4003 ${severity}`]);
  });

  test.each([
    ['<skill ref="dde"/>', "dde-advanced"],
    ['<skill name="dde" mode="simple"/>', "dde-simple"],
    ['<skill impl="dde" mode="advanced"/>', "dde-advanced"],
    ['<skill interface="dde-simple"/>', "dde-simple"],
    ['<skill interface="diagram-driven-execution"/>', "dde-advanced"],
    ['<skill interface="diagram-driven-execution" mode="simple"/>', "dde-simple"],
    ['<skill interface="diagram-driven-execution" impl="dde-simple"/>', "dde-simple"],
    ['<skill interface="dde-advanced" impl="dde-simple"/>', ["AML4004 error"]],
    ['<skill name="dde.verify"/>', ["AML4005 warning"]],
    ['<skill name="dde/dde-simple"/>', "dde-simple"],
  ])("built in: %s", (text, expected) => {
    verifies("built-in.alias", "built-in.implementations");
    expect(implementation(text)).toEqual(expected);
  });

  test("the candidates that nothing fits, or nothing decides between, are all listed with their hints", () => {
    verifies("resolution.no-match", "resolution.ambiguous");
    const message = (invocation: string) => check([testing + invocation]).diagnostics.map((found) => found.message);
    const candidates = "pytest (python, pytest), unittest (python), jest (javascript)";
    expect(message('<skill interface="testing" language="go"/>')).toEqual([
      `no implementation of "testing" matches language="go"; there are ${candidates}`,
    ]);
    const more = Array.from(
      { length: 23 },
      (_, index) => `<skill define="implementation" name="t${index}" implements="much"/>`,
    ).join("");
    const first = Array.from({ length: 20 }, (_, index) => `t${index}`).join(", ");
    expect(check([`<skill define="interface" name="much"/>${more}<skill name="much"/>`]).diagnostics).toMatchObject([
      { message: `"much" has several implementations and nothing decides between them: ${first} and 3 more` },
    ]);
    expect(message('<skill interface="testing" language="python"/>')).toEqual([
      '"testing" has several implementations and nothing decides between them: pytest (python, pytest), unittest (python)',
    ]);
    expect(message('<skill interface="testing"/>')).toEqual([
      '"testing" has several implementations and nothing decides between them: pytest (python, pytest), unittest (python), jest (javascript)',
    ]);
  });

  test("an implementation that is built in is in no file to point at", () => {
    const { diagnostics } = check(['<skill interface="dde-advanced" impl="dde-simple"/>']);
    expect(diagnostics.map(({ code, related }) => [code, related])).toEqual([["AML4004", []]]);
  });

  test("the same is taken wherever the invocation stands: before the definitions, in a directive, in another file", () => {
    verifies("resolution.pure");
    const asked = '<skill interface="testing" language="javascript"/>';
    const chosen = (...texts: readonly string[]) => {
      const sources = texts.map((text, index) => {
        const place = { name: "quality", layer: "project" as const, folder: "/quality" };
        return { file: `${index}.md`, text, package: place };
      });
      const { resolutions } = check(sources);
      return [...resolutions.values()].map(({ implementation }) => implementation.name);
    };
    const places: readonly (readonly string[])[] = [
      [testing + asked],
      [asked + testing],
      [`${testing}<tool deny="bash"><session><agent name="a">${asked}</agent></session></tool>`],
      [testing, asked],
      [asked, testing],
      [asked, '<skill interface="x" retries=3>', testing],
    ];
    expect(places.map((texts) => chosen(...texts))).toEqual(places.map(() => ["jest"]));
  });

  test("an implementation of diagrams of one's own comes before the built-in ones", () => {
    const mine = '<skill define="implementation" name="mine" implements="diagram-driven-execution"/>';
    expect(implementation(`${mine}<skill interface="diagram-driven-execution"/>`)).toBe("mine");
  });
});
