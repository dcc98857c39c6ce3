import { describe, expect, test } from "vitest";
import { parse } from "../1-parse/parse.ts";
import { validate } from "./validate.ts";

function codes(text: string): string[] {
  return validate(parse(text).document).map(({ code }) => code);
}

describe("the name of a definition", () => {
  test.each([
    ["a", []],
    ["code-review", []],
    ["quality/code-review-2", []],
    ["a".repeat(128), []],
    ["a".repeat(129), ["AML2012"]],
    ["code review", ["AML2012"]],
    ["-a", ["AML2012"]],
    ["a-", ["AML2012"]],
    ["a--b", ["AML2012"]],
    ["a/b/c", ["AML2012"]],
    ["/a", ["AML2012"]],
    ["größe", ["AML2012"]],
    ["Code_Review", ["AML2013"]],
    ["tools.lint", ["AML2013"]],
    ["Code--Review", ["AML2012"]],
  ])("%s", (name, expected) => {
    expect(codes(`<skill define="interface" name="${name}"/>`)).toEqual(expected);
  });
});

describe("a declaration", () => {
  test.each([
    ['<param name="a" type="float"/>', ["AML2018"]],
    ['<param name="a" type="object"/>', ["AML2018"]],
    ['<param name="a" type="contract:"/>', ["AML2018"]],
    ['<param name="a" type="enum"/>', ["AML2019"]],
    ['<param name="a" type="enum" values=" | "/>', ["AML2019"]],
    ['<param name="a" type="enum" values="x||y"/>', ["AML2021"]],
    ['<param name="a" values="x|y"/>', ["AML2020"]],
    ['<param name="a" type="enum" values="x|y" default="z"/>', ["AML2022"]],
    ['<param name="a" type="enum" values="x|y" default="y"/>', []],
    ['<param name="a" type="number" default="1e3"/>', []],
    ['<param name="a" type="number" default="1,000"/>', ["AML2022"]],
    ['<param name="a" type="boolean" default="yes"/>', ["AML2022"]],
    ['<param name="a" type="list" default="x, y"/>', []],
    ['<param name="a" required/>', []],
    ['<param name="a" required="false"/>', []],
    ['<param name="a" required="yes"/>', ["AML2005"]],
    ['<param name="a" required default="x"/>', ["AML2023"]],
    ['<param name="a" required="false" default="x"/>', []],
    ['<param name="a"/><param name="a"/>', ["AML2014"]],
    ['<param name="a"/><returns name="a"/>', []],
    ['<param type="number"/>', ["AML2002"]],
    ['<returns name="a" required/>', []],
  ])("%s", (text, expected) => {
    expect(codes(`<skill define="interface" name="i">${text}</skill>`)).toEqual(expected);
  });
});

describe("a field", () => {
  test.each([
    ['<field name="a"><field name="b"/></field>', []],
    ['<field name="a" type="list"><field name="b"/></field>', []],
    ['<field name="a" type="string"><field name="b"/></field>', ["AML2024"]],
    ['<field name="a" type="contract:c"><field name="b"/></field>', ["AML2024"]],
    ['<field name="a" type="contract:c"/>', []],
    ['<field name="a"><field name="a"/></field>', []],
    ['<field name="a"><field name="b"/><field name="b"/></field>', ["AML2014"]],
    ['<field name="a" type="array"/>', ["AML2018"]],
    ['<field name="a" type="object" default="{}"/>', []],
    ['<field name="a" type="object" default="x"/>', ["AML2022"]],
  ])("%s", (text, expected) => {
    expect(codes(`<skill define="contract" name="c">${text}</skill>`)).toEqual(expected);
  });
});
