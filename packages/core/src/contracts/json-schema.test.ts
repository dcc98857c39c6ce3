import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { verifies } from "../testing/verifies.ts";
import { toJsonSchema } from "./json-schema.ts";
import { contractIn, usable } from "./testing/contract-in.ts";

function schemaIn(text: string, name: string) {
  const schema = usable(toJsonSchema(...contractIn(text, name)));
  expect(() => new Ajv2020({ strict: true }).compile(schema)).not.toThrow();
  return schema;
}

const optional = (schema: object) => ({ anyOf: [schema, { type: "null" }] });

describe("a contract with an error has no schema, but an error value", () => {
  test.each([
    ["an unknown contract", '<field name="a" type="contract:nothing"/>', "AML3008"],
    ["an unknown type", '<field name="a"><field name="b" type="strin"/></field>', "AML2018"],
    ["an enum without values", '<field name="a" type="enum"/>', "AML2019"],
  ])("%s", (_, field, code) => {
    const result = toJsonSchema(...contractIn(`<skill define="contract" name="c">${field}</skill>`, "c", "broken"));
    expect(result).toMatchObject({ kind: "unusable-contract", name: "c", errors: [{ code, file: "a.md" }] });
  });
});

describe("the schema of a contract", () => {
  test("has a schema for each type, and allows null for optional fields", () => {
    const text = `<skill define="contract" name="all">
      <field name="string" required/><field name="number" type="number" required/>
      <field name="boolean" type="boolean" required/><field name="path" type="path" required/>
      <field name="enum" type="enum" values="a|b|a" required/><field name="list" type="list" required/>
      <field name="items" type="list" required><field name="x"/></field>
      <field name="object" type="object" required/><field name="optional" type="path"/>
    </skill>`;
    expect(schemaIn(text, "all")).toEqual({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: "all",
      type: "object",
      properties: {
        string: { type: "string" },
        number: { type: "number" },
        boolean: { type: "boolean" },
        path: { type: "string", minLength: 1 },
        enum: { enum: ["a", "b"] },
        list: { type: "array" },
        items: { type: "array", items: { type: "object", properties: { x: optional({ type: "string" }) } } },
        object: { type: "object", properties: {} },
        optional: optional({ type: "string", minLength: 1 }),
      },
      required: ["string", "number", "boolean", "path", "enum", "list", "items", "object"],
    });
  });

  test("has the contracts it refers to in $defs, and itself when one refers back", () => {
    const text = `<skill define="contract" name="ticket"><field name="author" type="contract:author" required/></skill>
      <skill define="contract" name="author"><field name="latest" type="contract:ticket"/></skill>
      <skill define="contract" name="report"><field name="first" type="contract:author" required/></skill>`;
    const author = {
      title: "author",
      type: "object",
      properties: { latest: optional({ $ref: "#/$defs/ticket" }) },
    };
    const ticket = {
      title: "ticket",
      type: "object",
      properties: { author: { $ref: "#/$defs/author" } },
      required: ["author"],
    };
    const $schema = "https://json-schema.org/draft/2020-12/schema";
    expect(schemaIn(text, "ticket")).toEqual({ $schema, $ref: "#/$defs/ticket", $defs: { author, ticket } });
    expect(schemaIn(text, "report")).toEqual({
      $schema,
      title: "report",
      type: "object",
      properties: { first: { $ref: "#/$defs/author" } },
      required: ["first"],
      $defs: { author, ticket },
    });
  });

  test("keeps contracts apart whose names come to the same, and needs no escaping in references", () => {
    const text = `<skill define="contract" name="top"><field name="x" type="contract:a-b"/><field name="y" type="contract:a/b"/></skill>
      <skill define="contract" name="a-b"><field name="p" type="number"/></skill>
      <skill define="contract" name="a/b"><field name="q" type="number"/></skill>`;
    const schema = schemaIn(text, "top");
    expect(schema.properties).toEqual({
      x: optional({ $ref: "#/$defs/a-b" }),
      y: optional({ $ref: "#/$defs/a-b2" }),
    });
    expect(schema.$defs?.["a-b2"]?.title).toBe("a/b");
  });

  test("carries descriptions, and defaults as the values they stand for", () => {
    const text = `<skill define="contract" name="c" description="What is kept.">
      <field name="n" type="number" default="1.50">How many &amp; how much.</field>
      <field name="b" type="boolean" default="false"/><field name="s" default="7"/>
      <field name="o" type="object" default='{"a":1}'/><field name="l" type="list" default="a, b"/>
      <field name="j" type="list" default="[1]"/>
    </skill>`;
    const { description, properties } = schemaIn(text, "c");
    expect(description).toBe("What is kept.");
    expect(properties).toEqual({
      n: { ...optional({ type: "number" }), description: "How many & how much.", default: 1.5 },
      b: { ...optional({ type: "boolean" }), default: false },
      s: { ...optional({ type: "string" }), default: "7" },
      o: { ...optional({ type: "object", properties: {} }), default: { a: 1 } },
      l: optional({ type: "array" }),
      j: { ...optional({ type: "array" }), default: [1] },
    });
  });

  test("has the inherited fields as they were narrowed, and descriptions that were not replaced", () => {
    verifies("contract.inherited");
    const text = `<skill define="contract" name="p">Text of the parent.<field name="e" type="enum" values="x|y">Which one.</field></skill>
      <skill define="contract" name="c" extends="p"><field name="e" type="enum" values="y" required/></skill>`;
    expect(schemaIn(text, "c")).toEqual({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: "c",
      type: "object",
      properties: { e: { enum: ["y"], description: "Which one." } },
      required: ["e"],
    });
  });

  test("is made of fields nested 3,000 deep", () => {
    const nested = `${'<field name="a" required>'.repeat(3000)}<field name="b"/>${"</field>".repeat(3000)}`;
    let schema = usable(toJsonSchema(...contractIn(`<skill define="contract" name="c">${nested}</skill>`, "c")));
    let depth = 0;
    for (let next = schema.properties?.a; next !== undefined; next = schema.properties?.a) {
      schema = next;
      depth++;
    }
    expect(depth).toBe(3000);
  });
});
