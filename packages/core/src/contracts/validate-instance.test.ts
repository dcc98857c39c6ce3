import { describe, expect, test } from "vitest";
import { verifies } from "../testing/verifies.ts";
import { contractIn } from "./testing/contract-in.ts";
import { validateInstance } from "./validate-instance.ts";

const person = `
<skill define="contract" name="person">
  <field name="name" required/>
  <field name="age" type="number"/>
  <field name="active" type="boolean"/>
  <field name="home" type="path"/>
  <field name="role" type="enum" values="owner|guest"/>
  <field name="tags" type="list"/>
  <field name="address"><field name="city" required/><field name="zip/code~1" type="number"/></field>
  <field name="phones" type="list"><field name="number" required/></field>
  <field name="manager" type="contract:person"/>
  <field name="anything" type="object"/>
</skill>`;

function issuesIn(text: string, name: string, value: unknown): string[] {
  const [contract, registry] = contractIn(text, name);
  return validateInstance(contract, value, registry).map(({ pointer, message }) => `${pointer}: ${message}`);
}

describe("a value breaks its contract", () => {
  verifies("contract.field.list-item");
  const cyclic: { name: string; manager?: unknown } = { name: "Ann" };
  cyclic.manager = cyclic;

  test.each<{ value: unknown; issues: readonly string[] }>([
    { value: null, issues: [": must be an object, not null"] },
    { value: undefined, issues: [": must be an object, and is missing"] },
    { value: ["Ann"], issues: [": must be an object, not a list"] },
    { value: {}, issues: ["/name: must be a string, and is missing"] },
    { value: { name: undefined }, issues: ["/name: must be a string, and is missing"] },
    { value: { nmae: "Ann" }, issues: ['/name: must be a string, and is missing; is "nmae" meant to be it?'] },
    { value: { name: null }, issues: ["/name: must be a string, not null"] },
    { value: { name: 7 }, issues: ["/name: must be a string, not 7"] },
    { value: { name: "Ann", age: "7" }, issues: ['/age: must be a number, not "7"'] },
    { value: { name: "Ann", age: "" }, issues: ["/age: must be a number, not an empty string"] },
    { value: { name: "Ann", age: Number.NaN }, issues: ["/age: must be a number, not NaN"] },
    { value: { name: "Ann", age: Number.POSITIVE_INFINITY }, issues: ["/age: must be a number, not Infinity"] },
    { value: { name: "Ann", age: 7n }, issues: ["/age: must be a number, not 7"] },
    { value: { name: "Ann", active: "true" }, issues: ['/active: must be true or false, not "true"'] },
    { value: { name: "Ann", active: 1 }, issues: ["/active: must be true or false, not 1"] },
    {
      value: { name: "Ann", home: "" },
      issues: ["/home: must be a path (a string that is not empty), not an empty string"],
    },
    { value: { name: "Ann", home: ["a"] }, issues: ["/home: must be a path (a string that is not empty), not a list"] },
    { value: { name: "Ann", role: "admin" }, issues: ['/role: must be one of "owner", "guest", not "admin"'] },
    { value: { name: "Ann", role: "Owner" }, issues: ['/role: must be one of "owner", "guest", not "Owner"'] },
    { value: { name: "Ann", tags: "a" }, issues: ['/tags: must be a list, not "a"'] },
    { value: { name: "Ann", tags: { 0: "a", length: 1 } }, issues: ["/tags: must be a list, not an object"] },
    { value: { name: "Ann", address: [] }, issues: ["/address: must be an object, not a list"] },
    { value: { name: "Ann", address: {} }, issues: ["/address/city: must be a string, and is missing"] },
    {
      value: { name: "Ann", address: { city: "X", "zip/code~1": "1" } },
      issues: ['/address/zip~1code~01: must be a number, not "1"'],
    },
    {
      value: { name: "Ann", phones: [{ number: "1" }, {}, 3, null] },
      issues: [
        "/phones/1/number: must be a string, and is missing",
        "/phones/2: must be an object, not 3",
        "/phones/3: must be an object, not null",
      ],
    },
    {
      value: { age: "1", name: 2, address: {}, tags: 3 },
      issues: [
        "/name: must be a string, not 2",
        '/age: must be a number, not "1"',
        "/tags: must be a list, not 3",
        "/address/city: must be a string, and is missing",
      ],
    },
    {
      value: { name: "Ann", manager: { name: "Bo", manager: {} } },
      issues: ["/manager/manager/name: must be a string, and is missing"],
    },
    { value: Object.create({ name: "inherited" }), issues: ["/name: must be a string, and is missing"] },
    { value: cyclic, issues: [] },
    { value: { name: "" }, issues: [] },
    { value: { name: "Ann", unknown: 1 }, issues: [] },
    { value: { name: "Ann", age: null, address: null, phones: null, manager: null }, issues: [] },
    { value: { name: "Ann", age: -1e-7, tags: [1, {}, null], anything: { x: [] } }, issues: [] },
  ])("$value", ({ value, issues }) => {
    expect(issuesIn(person, "person", value)).toEqual(issues);
  });

  test("an issue says apart what was expected and what was found", () => {
    const [contract, registry] = contractIn(person, "person");
    expect(validateInstance(contract, { name: 7 }, registry)).toEqual([
      { pointer: "/name", expected: "a string", found: "7", message: "must be a string, not 7" },
    ]);
  });

  test("what was found is shown on one line and cut, and many allowed values are counted", () => {
    const values = Array.from({ length: 20 }, (_, index) => `v${index}`).join("|");
    const [contract, registry] = contractIn(
      `<skill define="contract" name="c"><field name="e" type="enum" values="${values}"/></skill>`,
      "c",
    );
    const [issue] = validateInstance(contract, { e: `\u001b[2J\n${"x".repeat(100)}` }, registry);
    expect(issue?.found).toBe(`"\\u001b[2J\\n${"x".repeat(35)}"...`);
    expect(issue?.expected).toMatch(/^one of "v0", .*"v11" and 8 more$/);
  });

  test("a deep value is followed without recursion, and at most a hundred issues are given", () => {
    let deep: unknown = {};
    for (let depth = 0; depth < 20_000; depth++) deep = { name: "x", manager: deep };
    expect(issuesIn(person, "person", deep)).toHaveLength(1);
    const many = { name: "x", phones: Array.from({ length: 500 }, () => ({})) };
    expect(issuesIn(person, "person", many)).toHaveLength(100);
  });

  test("a part that a value holds many times over is looked at once", () => {
    let shared: unknown = { name: 7 };
    for (let depth = 0; depth < 60; depth++) shared = { name: "x", left: shared, right: shared };
    const text = `<skill define="contract" name="tree"><field name="name" required/>
      <field name="left" type="contract:tree"/><field name="right" type="contract:tree"/></skill>`;
    expect(issuesIn(text, "tree", shared)).toHaveLength(1);
  });
});

describe("an inheriting contract", () => {
  const family = `${person}
<skill define="contract" name="employee" extends="person">
  <field name="age" type="number" required/>
  <field name="role" type="enum" values="guest"/>
  <field name="address"><field name="street" required/></field>
</skill>`;

  test("has the inherited fields as it redeclares them, nested ones joined", () => {
    expect(issuesIn(family, "employee", { role: "owner", address: { city: "X" } })).toEqual([
      "/name: must be a string, and is missing",
      "/age: must be a number, and is missing",
      '/role: must be "guest", not "owner"',
      "/address/street: must be a string, and is missing",
    ]);
  });

  test("refers to contracts as the one that declares the field sees them", () => {
    expect(issuesIn(family, "employee", { name: "A", age: 1, manager: { name: "B" } })).toEqual([]);
  });
});

describe("a contract with an error is the only issue", () => {
  test.each<[string, string, string]>([
    ["an unknown contract", '<field name="a" type="contract:nothing"/>', 'no contract is named "nothing"'],
    ["an unknown type", '<field name="a" type="strin"/>', '"strin" is no type'],
    ["an enum without values", '<field name="a" type="enum"/>', '<field> "a" is an enum, but has no `values`'],
  ])("%s", (_, field, problem) => {
    const [contract, registry] = contractIn(`<skill define="contract" name="c">${field}</skill>`, "c", "broken");
    expect(validateInstance(contract, {}, registry)).toEqual([
      {
        pointer: "",
        expected: 'a value of the contract "c"',
        found: "an error in the contract",
        message: expect.stringContaining(`cannot be checked, the contract "c" has an error: ${problem}`),
      },
    ]);
  });

  test.each<[string, string, readonly string[]]>([
    [
      "in a contract it refers to",
      '<skill define="contract" name="c"><field name="a" type="contract:d"/></skill><skill define="contract" name="d"><field name="x" type="no"/></skill>',
      ["no"],
    ],
    [
      "in an ancestor",
      '<skill define="contract" name="c" extends="d"/><skill define="contract" name="d"><field name="x" type="no"/></skill>',
      ["no"],
    ],
    ["an ancestor that is not there", '<skill define="contract" name="c" extends="d"/>', ['"d"']],
    [
      "a circle of ancestors",
      '<skill define="contract" name="c" extends="d"/><skill define="contract" name="d" extends="c"/>',
      ["c -> d -> c"],
    ],
    [
      "a field that widens",
      '<skill define="contract" name="c" extends="d"><field name="x" type="number"/></skill><skill define="contract" name="d"><field name="x"/></skill>',
      ["`x` widens"],
    ],
  ])("%s", (_, text, problems) => {
    const [contract, registry] = contractIn(text, "c", "broken");
    const messages = validateInstance(contract, {}, registry).map(({ message }) => message);
    expect(messages).toEqual(problems.map((problem) => expect.stringContaining(problem)));
  });
});
