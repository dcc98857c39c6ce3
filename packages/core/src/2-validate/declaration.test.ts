import { describe, expect, test } from "vitest";
import { parse } from "../1-parse/parse.ts";
import { verifies } from "../testing/verifies.ts";
import { validate } from "./validate.ts";

function codes(text: string): string[] {
  return validate(parse(text).document).map(({ code }) => code);
}

describe("the name of a definition", () => {
  verifies("name.pattern", "name.length", "name.unusual", "name.wrong");
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
  verifies(
    "interface.param.types",
    "interface.param.enum-values",
    "interface.param.values-enum",
    "interface.param.default-fits",
    "interface.param.required-default",
    "interface.param.empty-value",
    "interface.param.unique",
    "interface.param.required-forms",
    "interface.returns.types",
    "interface.returns.attributes",
  );
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
    ['<returns name="a" required/>', ["AML2001"]],
    ['<returns name="a" required="true" default="x"/>', ["AML2001", "AML2001"]],
    ['<returns name="a" type="enum"/>', ["AML2019"]],
    ['<returns name="a" values="x|y"/>', ["AML2020"]],
    ['<returns name="a" type="float"/>', ["AML2018"]],
    ['<returns name="a"/><returns name="a"/>', ["AML2014"]],
    ['<param name="a" type="contract:c"/><param name="b" type="path"/><returns name="c" type="number"/>', []],
  ])("%s", (text, expected) => {
    expect(codes(`<skill define="interface" name="i">${text}</skill>`)).toEqual(expected);
  });
});

describe("a field", () => {
  verifies(
    "contract.field.types",
    "contract.field.nested",
    "contract.field.unique",
    "contract.field.enum-values",
    "contract.field.default-fits",
    "contract.field.object-implied",
  );
  test.each([
    ['<field name="a"><field name="b"/></field>', []],
    ['<field name="a" default="{}"><field name="b"/></field>', []],
    ['<field name="a" default="x"><field name="b"/></field>', ["AML2022"]],
    ['<field name="a" type="list"><field name="b"/></field>', []],
    ['<field name="a" type="string"><field name="b"/></field>', ["AML2024"]],
    ['<field name="a" type="contract:c"><field name="b"/></field>', ["AML2024"]],
    ['<field name="a" type="contract:c"/>', []],
    ['<field name="a"><field name="a"/></field>', []],
    ['<field name="a"><field name="b"/><field name="b"/></field>', ["AML2014"]],
    ['<field name="a" type="array"/>', ["AML2018"]],
    ['<field name="a" type="object" default="{}"/>', []],
    ['<field name="a" type="object" default="{"/>', ["AML2022"]],
    ['<field name="a" type="contract:c" default="[]"/>', ["AML2022"]],
    ['<field name="a" type="enum"/>', ["AML2019"]],
    ['<field name="a" type="number" default="x"/>', ["AML2022"]],
    ['<field name="a" required/><field name="b" type="path"/><field name="c" type="boolean" default="true"/>', []],
    ['<field name="a" type="object" default="x"/>', ["AML2022"]],
  ])("%s", (text, expected) => {
    expect(codes(`<skill define="contract" name="c">${text}</skill>`)).toEqual(expected);
  });
});
