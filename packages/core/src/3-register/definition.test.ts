import { describe, expect, test } from "vitest";
import { check } from "../check.ts";
import { verifies } from "../testing/verifies.ts";
import type { Definition } from "./definition.ts";

function definitionsIn(text: string): readonly Definition[] {
  return check([{ file: "a.md", text }]).registry.packages[0]?.definitions ?? [];
}

describe("what an interface reads and writes", () => {
  test.each([
    ["is a list in its body", "<reads>src/**, docs/*.md ,</reads>", ["src/**", "docs/*.md"], []],
    ["is a list in patterns", '<writes patterns=" out/* , , log.txt"/>', [], ["out/*", "log.txt"]],
    ["may be broken over lines", "<reads>\n  src/**,\n  docs/*.md\n</reads>", ["src/**", "docs/*.md"], []],
    ["is nothing without a declaration", "", [], []],
  ])("%s", (_, body, reads, writes) => {
    verifies("interface.patterns.body");
    const [definition] = definitionsIn(`<skill define="interface" name="i">${body}</skill>`);
    expect(definition).toMatchObject({ reads, writes });
  });
});

describe("what an implementation says of itself", () => {
  test.each([
    ["a priority", 'priority="-2"', { priority: -2 }],
    ["no priority", "", { priority: 0, capabilities: [], language: undefined, run: undefined }],
    ["a priority that is none counts as 0", 'priority="high"', { priority: 0 }],
    ["capabilities", 'capabilities="pure, fs:read,"', { capabilities: ["pure", "fs:read"] }],
  ])("%s", (_, attributes, expected) => {
    const [definition] = definitionsIn(`<skill define="implementation" name="m" implements="i" ${attributes}/>`);
    expect(definition).toMatchObject(expected);
  });
});

test.each([
  ['<skill define="interface" description="no name"/>'],
  ['<skill define="interface" name=""/>'],
  ['<skill define="implementation" name="m"/>'],
])("without what it is found under it is not registered: %s", (text) => {
  expect(definitionsIn(text)).toEqual([]);
});

describe("the fields of a contract", () => {
  test("nest, and one that is given twice counts once", () => {
    const body = '<field name="a"><field name="b" required/></field><field name="a" type="number"/><field/>';
    const [definition] = definitionsIn(`<skill define="contract" name="c" version="2">${body}</skill>`);
    expect(definition).toMatchObject({
      kind: "contract",
      version: "2",
      fields: [{ name: "a", type: "object", fields: [{ name: "b", type: "string", required: true }] }],
    });
  });
});
