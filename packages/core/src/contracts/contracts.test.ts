import { describe, expect, test } from "vitest";
import type { ContractDefinition } from "../3-register/definition.ts";
import type { Registry } from "../3-register/registry.ts";
import { check } from "../check.ts";
import { toJsonSchema } from "./json-schema.ts";
import { toTypeScript } from "./typescript.ts";
import { validateInstance } from "./validate-instance.ts";

const person = `
<skill define="contract" name="person">
  <field name="name" required/>
  <field name="age" type="number"/>
  <field name="active" type="boolean"/>
  <field name="home" type="path"/>
  <field name="role" type="enum" values="owner|guest"/>
  <field name="tags" type="list"/>
  <field name="address"><field name="city" required/><field name="zip/code" type="number"/></field>
  <field name="phones" type="list"><field name="number" required/></field>
  <field name="manager" type="contract:person"/>
</skill>`;

/** The contract of that name in a text that has no error. */
function contractIn(text: string, name: string): [ContractDefinition, Registry] {
  const { documents, registry, diagnostics } = check([{ file: "a.md", text }]);
  expect(diagnostics).toEqual([]);
  const [document] = documents;
  const found = document && registry.packageOf.get(document)?.contracts.get(name);
  if (found === undefined) throw new Error(`${name} is not defined`);
  return [found, registry];
}

describe("a value breaks its contract", () => {
  const [contract, registry] = contractIn(person, "person");

  test.each<{ value: unknown; issues: readonly string[] }>([
    { value: { name: "Ann" }, issues: [] },
    { value: { name: "Ann", unknown: 1 }, issues: [] },
    { value: { name: "Ann", age: null, address: null }, issues: [] },
    { value: null, issues: [": must be an object, not null"] },
    { value: ["Ann"], issues: [": must be an object, not a list"] },
    { value: {}, issues: ["/name: is required"] },
    { value: { nmae: "Ann" }, issues: ['/name: is required; is "nmae" meant to be it?'] },
    { value: { name: null }, issues: ["/name: must be a string, not null"] },
    { value: { name: 7 }, issues: ["/name: must be a string, not 7"] },
    { value: { name: "Ann", age: "7" }, issues: ['/age: must be a number, not "7"'] },
    { value: { name: "Ann", age: Number.NaN }, issues: ["/age: must be a number, not NaN"] },
    { value: { name: "Ann", active: "true" }, issues: ['/active: must be true or false, not "true"'] },
    { value: { name: "Ann", home: "" }, issues: ["/home: must be a path, not an empty string"] },
    { value: { name: "Ann", role: "admin" }, issues: ['/role: must be one of "owner", "guest", not "admin"'] },
    { value: { name: "Ann", tags: "a" }, issues: ['/tags: must be a list, not "a"'] },
    { value: { name: "Ann", tags: [1, {}] }, issues: [] },
    { value: { name: "Ann", address: {} }, issues: ["/address/city: is required"] },
    {
      value: { name: "Ann", address: { city: "X", "zip/code": "1" } },
      issues: ['/address/zip~1code: must be a number, not "1"'],
    },
    {
      value: { name: "Ann", phones: [{ number: "1" }, {}, 3] },
      issues: ["/phones/1/number: is required", "/phones/2: must be an object, not 3"],
    },
    { value: { name: "Ann", manager: { name: "Bo", manager: {} } }, issues: ["/manager/manager/name: is required"] },
    { value: Object.create({ name: "inherited" }), issues: ["/name: is required"] },
  ])("$value", ({ value, issues }) => {
    expect(validateInstance(contract, value, registry).map(({ path, message }) => `${path}: ${message}`)).toEqual(
      issues,
    );
  });

  test("a deep value is followed without recursion, and at most a hundred issues are given", () => {
    let deep: unknown = {};
    for (let depth = 0; depth < 20_000; depth++) deep = { name: "x", manager: deep };
    expect(validateInstance(contract, deep, registry)).toHaveLength(1);
    const many = { name: "x", phones: Array.from({ length: 500 }, () => ({})) };
    expect(validateInstance(contract, many, registry)).toHaveLength(100);
  });
});

describe("an inheriting contract", () => {
  const family = `${person}
<skill define="contract" name="employee" extends="person">
  <field name="age" type="number" required/>
  <field name="address"><field name="street" required/></field>
</skill>`;
  const [contract, registry] = contractIn(family, "employee");

  test("has the inherited fields as it redeclares them, nested ones joined", () => {
    const issues = validateInstance(contract, { address: { city: "X" } }, registry);
    expect(issues.map(({ path }) => path)).toEqual(["/name", "/age", "/address/street"]);
  });
});

const ticket = `
<skill define="contract" name="ticket">
  <field name="id" type="number" required/>
  <field name="state" type="enum" values="open|closed" required/>
  <field name="author" type="contract:author" required/>
  <field name="labels" type="list"/>
  <field name="notes" type="list"><field name="first line"/></field>
</skill>
<skill define="contract" name="author"><field name="tickets" type="list"><field name="ticket" type="contract:ticket"/></field></skill>`;

test("a contract as JSON Schema has its fields, null for optional ones, and the contracts it refers to beside it", () => {
  const optional = (schema: object) => ({ anyOf: [schema, { type: "null" }] });
  expect(toJsonSchema(...contractIn(ticket, "ticket"))).toEqual({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "ticket",
    type: "object",
    properties: {
      id: { type: "number" },
      state: { enum: ["open", "closed"] },
      author: { $ref: "#/$defs/a~1author" },
      labels: optional({ type: "array" }),
      notes: optional({
        type: "array",
        items: { type: "object", properties: { "first line": optional({ type: "string" }) } },
      }),
    },
    required: ["id", "state", "author"],
    $defs: {
      "a/author": {
        title: "author",
        type: "object",
        properties: {
          tickets: optional({
            type: "array",
            items: { type: "object", properties: { ticket: optional({ $ref: "#/$defs/a~1ticket" }) } },
          }),
        },
      },
      "a/ticket": expect.objectContaining({ title: "ticket", required: ["id", "state", "author"] }),
    },
  });
});

test("a contract as TypeScript is one interface for it and each contract it refers to", () => {
  expect(toTypeScript(...contractIn(ticket, "ticket"))).toBe(`export interface Ticket {
  id: number;
  state: "open" | "closed";
  author: Author;
  labels?: unknown[] | null;
  notes?: {
    "first line"?: string | null;
  }[] | null;
}

export interface Author {
  tickets?: {
    ticket?: Ticket | null;
  }[] | null;
}
`);
});

test("contracts of names that come to the same in TypeScript are numbered, and one without fields holds anything", () => {
  const text = `<skill define="contract" name="a-b"><field name="x" type="contract:a/b"/><field name="y" type="object"/></skill>
<skill define="contract" name="a/b"><field name="z"/></skill>`;
  expect(toTypeScript(...contractIn(text, "a-b"))).toBe(`export interface AB {
  x?: AB2 | null;
  y?: Record<string, unknown> | null;
}

export interface AB2 {
  z?: string | null;
}
`);
  expect(toTypeScript(...contractIn('<skill define="contract" name="2nd"/>', "2nd"))).toBe(
    "export interface Contract2nd {\n}\n",
  );
});

test("contracts nested 3,000 deep become a schema and a type", () => {
  const deep = `<skill define="contract" name="c">${'<field name="a">'.repeat(3000)}<field name="b"/>${"</field>".repeat(3000)}</skill>`;
  const [contract, registry] = contractIn(deep, "c");
  expect(toTypeScript(contract, registry).match(/a\?: /g)).toHaveLength(3000);
  let schema = toJsonSchema(contract, registry);
  let depth = 0;
  for (let next = schema.properties?.a?.anyOf?.[0]; next !== undefined; next = schema.properties?.a?.anyOf?.[0]) {
    schema = next;
    depth++;
  }
  expect(depth).toBe(3000);
});
