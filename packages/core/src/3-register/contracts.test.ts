import { describe, expect, test } from "vitest";
import { check } from "../check.ts";
import { verifies } from "../testing/verifies.ts";

function codes(text: string): string[] {
  return check([{ file: "a.md", text }]).diagnostics.map(({ code }) => code);
}

describe("a contract that is not there", () => {
  verifies("contract.registered");
  test.each([
    '<skill define="interface" name="i"><param name="a" type="contract:nothing"/></skill>',
    '<skill define="interface" name="i"><returns name="a" type="contract:nothing"/></skill>',
    '<skill define="contract" name="c"><field name="a"><field name="b" type="contract:nothing"/></field></skill>',
  ])("%s", (text) => {
    expect(codes(text)).toEqual(["AML3008"]);
  });
});

describe("a contract that extends another", () => {
  verifies("contract.narrow.type", "contract.narrow.values", "contract.narrow.required");
  const base = `<skill define="contract" name="p"><field name="a" type="string" required/>
    <field name="e" type="enum" values="x|y"/><field name="o"><field name="n" type="number"/></field></skill>`;

  test.each([
    ['<field name="b" type="number"/>', []],
    ['<field name="a" type="string" required/>', []],
    ['<field name="a" type="string"/>', ["AML3009"]],
    ['<field name="a" type="number" required/>', ["AML3009"]],
    ['<field name="e" type="enum" values="y"/>', []],
    ['<field name="e" type="enum" values="y" required/>', []],
    ['<field name="e" type="enum" values="y|z"/>', ["AML3009"]],
    ['<field name="o"><field name="n" type="number" required/><field name="m"/></field>', []],
    ['<field name="o"><field name="n" type="string"/></field>', ["AML3009"]],
    ['<field name="o" type="string"/>', ["AML3009"]],
  ])("%s", (text, expected) => {
    expect(codes(`${base}<skill define="contract" name="c" extends="p">${text}</skill>`)).toEqual(expected);
    const between = `<skill define="contract" name="b" extends="p"/>`;
    expect(codes(`<skill define="contract" name="c" extends="b">${text}</skill>${between}${base}`)).toEqual(expected);
  });

  test("is not compared with another that extends the same one, whichever comes first", () => {
    const narrow = '<skill define="contract" name="one" extends="p"><field name="e" type="enum" values="x"/></skill>';
    const wide = '<skill define="contract" name="two" extends="p"><field name="e" type="enum" values="x|y"/></skill>';
    expect(codes(base + narrow + wide)).toEqual([]);
    expect(codes(base + wide + narrow)).toEqual([]);
  });

  test("is compared with the nearest ancestor that declares the field, and with no contract beside it", () => {
    const family = `<skill define="contract" name="one" extends="p"><field name="e" type="enum" values="x"/></skill>
      <skill define="contract" name="two" extends="p"><field name="e" type="enum" values="x|y"/></skill>
      <skill define="contract" name="three" extends="one"><field name="e" type="enum" values="x|y"/></skill>`;
    const { diagnostics } = check([base + family]);
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ["AML3009", '`e` widens what one declares: "y" is no value of it there'],
    ]);
  });
});

describe("a circle of extends", () => {
  verifies("link.cycle");
  test.each([
    ["of one", '<skill define="interface" name="a" extends="a"/>', ["a -> a"]],
    [
      "with a tail into it is reported once, without the tail",
      '<skill define="interface" name="a" extends="b"/><skill define="interface" name="b" extends="c"/><skill define="interface" name="c" extends="b"/>',
      ["b -> c -> b"],
    ],
    [
      "beside another is reported beside it",
      '<skill define="contract" name="a" extends="a"/><skill define="contract" name="b" extends="c"/><skill define="contract" name="c" extends="b"/>',
      ["a -> a", "b -> c -> b"],
    ],
  ])("%s", (_, text, chains) => {
    const { diagnostics } = check([text]);
    expect(diagnostics.map(({ message }) => message)).toEqual(
      chains.map((chain) => `\`extends\` goes in a circle: ${chain}`),
    );
  });
});

test("a chain of 50,000 is followed to its end", () => {
  const chain = Array.from({ length: 50_000 }, (_, index) => {
    const parent = index === 0 ? "" : ` extends="c${index - 1}"`;
    return `<skill define="contract" name="c${index}"${parent}><field name="a"/></skill>`;
  });
  const last = '<skill define="contract" name="last" extends="c49999"><field name="a" type="number"/></skill>';
  expect(codes(chain.join("") + last)).toEqual(["AML3009"]);
});
