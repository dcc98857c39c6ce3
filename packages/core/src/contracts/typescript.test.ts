import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { contractIn, usable } from "./testing/contract-in.ts";
import { toTypeScript } from "./typescript.ts";

const typesIn = (text: string, name: string) => usable(toTypeScript(...contractIn(text, name)));

/** What the compiler says of files in one folder, strictly read; empty when it says nothing. */
function compile(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "aml-types-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
  const options = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--module", "nodenext", "--types", ""];
  try {
    return execFileSync(process.execPath, [compiler, ...options, ...Object.keys(files)], {
      cwd: folder,
      encoding: "utf8",
    });
  } catch (error) {
    return error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
  }
}

const ticket = `
<skill define="contract" name="ticket" version="2">
  A request */ that somebody filed.
  <field name="id" type="number" required>Never reused.</field>
  <field name="state" type="enum" values="open|&quot;closed&quot;" required/>
  <field name="author" type="contract:author" required/>
  <field name="labels" type="list" default="[]">Free words.</field>
  <field name="notes" type="list"><field name="first line">The line
    that counts.</field></field>
  <field name="more" type="object"/>
  <field name="done" type="boolean"/>
  <field name="file" type="path"/>
</skill>
<skill define="contract" name="author"><field name="tickets" type="list"><field name="ticket" type="contract:ticket"/></field></skill>`;

const ticketTypes = `/**
 * A request *\\/ that somebody filed.
 *
 * Version 2.
 */
export interface Ticket {
  /** Never reused. */
  id: number;
  state: "open" | "\\"closed\\"";
  author: Author;
  /**
   * Free words.
   *
   * Default: []
   */
  labels?: unknown[] | null;
  notes?: {
    /**
     * The line
     * that counts.
     */
    "first line"?: string | null;
  }[] | null;
  more?: { [name: string]: unknown } | null;
  done?: boolean | null;
  file?: string | null;
}

export interface Author {
  tickets?: {
    ticket?: Ticket | null;
  }[] | null;
}
`;

test("a contract with an error has no types, but an error value", () => {
  const text = '<skill define="contract" name="c"><field name="a" type="contract:nothing"/></skill>';
  const result = toTypeScript(...contractIn(text, "c", "broken"));
  expect(result).toMatchObject({ kind: "unusable-contract", name: "c", errors: [{ code: "AML3008" }] });
});

test("a contract is one interface for it and each contract it refers to, with doc comments", () => {
  expect(typesIn(ticket, "ticket")).toBe(ticketTypes);
});

test("names are valid and unique", () => {
  const text = `<skill define="contract" name="a-b"><field name="x" type="contract:a/b"/><field name="y" type="contract:a-b2"/></skill>
<skill define="contract" name="a/b"><field name="z"/></skill><skill define="contract" name="a-b2"/>`;
  expect(typesIn(text, "a-b")).toBe(`export interface AB {
  x?: AB2 | null;
  y?: AB22 | null;
}

export interface AB2 {
  z?: string | null;
}

export interface AB22 {
}
`);
  expect(typesIn('<skill define="contract" name="2nd"/>', "2nd")).toBe("export interface Contract2nd {\n}\n");
});

test("fields nested 3,000 deep become a type whose text does not grow with the square of the depth", () => {
  const deep = `<skill define="contract" name="c">${'<field name="a">'.repeat(3000)}<field name="b"/>${"</field>".repeat(3000)}</skill>`;
  const types = typesIn(deep, "c");
  expect(types.match(/a\?: /g)).toHaveLength(3000);
  expect(types.length).toBeLessThan(500_000);
});

// One run of the compiler, since each takes a second.
test("the types compile, accept what the contract accepts and refuse what it refuses", () => {
  const hostile = `<skill define="contract" name="record">
    <field name="constructor" required/><field name="class" type="contract:string"/><field name="a&quot;b\\c" type="number"/>
    <field name="__proto__" type="object"/><field name="x" type="enum" values="\`|'|\\|*/|&lt;/x&gt;">*/ export const x = 1; /**</field>
    <field name="array" type="contract:array"/><field name="über" type="list"><field name="1st"/></field></skill>
    <skill define="contract" name="string"/><skill define="contract" name="array"><field name="of" type="list"/></skill>`;
  const uses = `import type { Author, Ticket } from "./ticket.js";
import type { Record } from "./hostile.js";
const author: Author = { tickets: [{ ticket: null }, {}] };
export const good: Ticket = { id: 1, state: "open", author, labels: ["a", 1], notes: [{ "first line": "x" }], more: { y: 2 } };
export const alsoGood: Record = { constructor: "c", "über": [{ "1st": "x" }], x: "*/", array: { of: [] } };
// @ts-expect-error a required field is missing
export const missing: Ticket = { id: 1, state: "open" };
// @ts-expect-error no value of the enum
export const wrong: Ticket = { id: 1, state: "shut", author };
// @ts-expect-error a number is no string
export const number: Ticket = { id: "1", state: "open", author };
`;
  const deep = `<skill define="contract" name="deep">${'<field name="a">'.repeat(100)}<field name="b"/>${"</field>".repeat(100)}</skill>`;
  expect(
    compile({
      "ticket.ts": ticketTypes,
      "hostile.ts": typesIn(hostile, "record"),
      "deep.ts": typesIn(deep, "deep"),
      "uses.ts": uses,
    }),
  ).toBe("");
});
