import { describe, expect, test } from "vitest";
import { check } from "../check.ts";
import { verifies } from "../testing/verifies.ts";

function reported(text: string): string[] {
  return check([{ file: "a.md", text }]).diagnostics.map(({ code, severity }) => `${code} ${severity}`);
}

describe("what a definition names and nothing defines", () => {
  test.each([
    ["an interface that extends it", '<skill define="interface" name="a" extends="nobody"/>', "AML3005 error"],
    ["in the older spelling too", '<skill define="interface" name="a" implements="nobody"/>', "AML3005 error"],
    ["a contract that extends it", '<skill define="contract" name="a" extends="nobody"/>', "AML3005 error"],
    ["a contract that extends an interface", '<skill define="contract" name="a" extends="dde/step"/>', "AML3005 error"],
  ])("is an error of %s", (_, text, expected) => {
    verifies("link.unknown-parent");
    expect(reported(text)).toContain(expected);
  });

  test("is a warning of an implementation", () => {
    verifies("link.unknown-interface");
    expect(reported('<skill define="implementation" name="a" implements="nobody"/>')).toEqual(["AML3007 warning"]);
  });

  test.each([
    ['<skill define="interface" name="a" extends=""/>', ["AML2005 error"]],
    ['<skill define="implementation" name="a" implements=""/>', ["AML2005 error"]],
    ['<skill define="interface" name="a"><param name="p" type="contract:"/></skill>', ["AML2018 error"]],
  ])("is not said of an empty name: %s", (text, expected) => {
    expect(reported(text)).toEqual(expected);
  });
});

test("a circle of many is told by its first nine", () => {
  const names = Array.from({ length: 12 }, (_, index) => `c${index}`);
  const circle = names.map((name, index) => `<skill define="contract" name="${name}" extends="c${(index + 1) % 12}"/>`);
  const { diagnostics } = check([circle.join("")]);
  expect(diagnostics.map(({ message, related }) => [message, related.length])).toEqual([
    [`\`extends\` goes in a circle: ${names.slice(0, 9).join(" -> ")} -> ... -> c0`, 8],
  ]);
});
