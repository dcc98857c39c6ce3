import { describe, expect, it, test } from "vitest";
import { catalogue } from "../diagnostics/explanations.generated.ts";
import { mayDeclareParams, readParams } from "./front-matter-params.ts";

const inFrontMatter = (yaml: string) => ({ file: "a.md", text: `---\n${yaml}\n---\nDo it.\n` });

async function codesOf(yaml: string): Promise<string[]> {
  return ((await readParams(inFrontMatter(yaml)))?.diagnostics ?? []).map(({ code }) => code);
}

async function declared(yaml: string) {
  const params = await readParams(inFrontMatter(yaml));
  expect(params?.diagnostics).toEqual([]);
  return params?.declarations.map(({ at, ...declaration }) => declaration);
}

const plain = { type: "string", values: [], required: false };

describe("a document declares no params, and takes any, when", () => {
  it.each([
    ["it has no front matter", "params: [x]\n"],
    ["its front matter names none", "---\ntitle: a\n---\n"],
    ["its front matter is no YAML, and says nothing of params", "---\ntitle: a: b: [\n---\n"],
    ["the word stands deeper", "---\nmetadata:\n  params: [x]\n---\n"],
    ["the word stands in another value", "---\ndescription: about params and such\n---\n"],
    ["the block is not at the start", "\n---\nparams: [x]\n---\n"],
  ])("%s", async (_, text) => {
    expect(await readParams({ file: "a.md", text })).toBeNull();
  });
});

test("the word deeper in front matter that cannot be read leaves in doubt what was meant, and is refused", async () => {
  expect(await codesOf("metadata:\n  params: [x\ntitle: a: b")).toContain("AML6201");
});

describe("declarations that declare nothing", () => {
  it.each(["params:", "params: []", "params: {}", "params: null"])("%s: the document takes no params", async (yaml) => {
    expect(await declared(yaml)).toEqual([]);
  });
});

describe("declarations are written", () => {
  it.each([
    ["as a list with names", "params:\n  - name: version\n  - name: level"],
    ["as a list of names", "params: [version, level]"],
    ["as a mapping from names", "params:\n  version:\n  level: {}"],
    ["in one line", "{ params: { version: , level: {} } }"],
    ["under a quoted key", '"params": [version, level]'],
    ["after a byte order mark and with CRLF", "params: [version, level]\r"],
  ])("%s", async (_, yaml) => {
    expect(await declared(yaml)).toEqual([
      { name: "version", ...plain },
      { name: "level", ...plain },
    ]);
  });

  it("in the terms of <param>", async () => {
    const yaml = `params:
  version: { required: true, description: What to release }
  level: { type: enum, values: [patch, minor], default: patch }
  speed: { type: enum, values: slow | fast }
  retries: { type: number, default: 3 }
  dry: { type: boolean, default: false }
  hosts: { type: list, default: [a, b] }
  plan: { type: "contract:release-plan", default: { steps: 2 } }`;
    expect(await declared(yaml)).toEqual([
      { name: "version", ...plain, required: true, description: "What to release" },
      { name: "level", ...plain, type: "enum", values: ["patch", "minor"], default: "patch" },
      { name: "speed", ...plain, type: "enum", values: ["slow", "fast"] },
      { name: "retries", ...plain, type: "number", default: "3" },
      { name: "dry", ...plain, type: "boolean", default: "false" },
      { name: "hosts", ...plain, type: "list", default: '["a","b"]' },
      { name: "plan", ...plain, type: "contract:release-plan", default: '{"steps":2}' },
    ]);
  });
});

describe("declarations that are wrong are told by their codes", () => {
  it.each([
    ["params that are neither list nor mapping", "params: version", ["AML6202"]],
    ["an item without a name", "params: [{ type: number }]", ["AML6202"]],
    ["a name that is no text", "params: [{ name: 7 }]", ["AML6202"]],
    ["a declaration that is a list", "params: { a: [1] }", ["AML6202"]],
    ["a declaration that is a value, which could be a type or a default", "params: { a: 3 }", ["AML6202"]],
    ["required that is no boolean", "params: { a: { required: sometimes } }", ["AML6202"]],
    ["values that hold mappings", "params: { a: { type: enum, values: [{ b: 1 }] } }", ["AML6202", "AML2019"]],
    ["a value with a bar", "params: { a: { type: enum, values: ['b|c'] } }", ["AML6202", "AML2019"]],
    ["a name with white space", "params: [the version]", ["AML6203"]],
    ["a name with =", "params: [a=b]", ["AML6203"]],
    ["a name that looks like an option", "params: [--a]", ["AML6203"]],
    ["an unknown key", "params: { a: { requird: true } }", ["AML6204"]],
    ["the same name twice in a list", "params: [a, { name: a }]", ["AML2014"]],
    ["the same name twice in a mapping", "params: { a: {}, a: {} }", ["AML6201"]],
    ["an unknown type", "params: { a: { type: int } }", ["AML2018"]],
    ["a contract without a name", "params: { a: { type: 'contract:' } }", ["AML2018"]],
    ["an enum without values", "params: { a: { type: enum } }", ["AML2019"]],
    ["values without an enum", "params: { a: { values: [b] } }", ["AML2020"]],
    ["an empty value", "params: { a: { type: enum, values: b||c } }", ["AML2021"]],
    ["a default of another type", "params: { a: { type: number, default: many } }", ["AML2022"]],
    ["a default that is no value of the enum", "params: { a: { type: enum, values: [b], default: c } }", ["AML2022"]],
    ["required with a default", "params: { a: { required: true, default: b } }", ["AML2023"]],
  ])("%s", async (_, yaml, codes) => {
    expect(await codesOf(yaml)).toEqual(codes);
  });
});

describe("hostile front matter is refused, and costs little", () => {
  const bomb = ["a: &a0 [x]", ...Array.from({ length: 40 }, (_, n) => `b${n}: &a${n + 1} [*a${n}, *a${n}, *a${n}]`)];
  it.each([
    ["unclosed brackets", "params: [ { name: version }"],
    ["aliases that multiply", `${bomb.join("\n")}\nparams: [version]`],
    ["deep nesting", `params: ${"[".repeat(5000)}${"]".repeat(5000)}`],
    ["an alias that holds itself", "params: &a [*a]"],
    ["a tag of its own", "params: !!js/function 'return 1'"],
    ["a merge key", "base: &b { required: true }\nparams: { a: { <<: *b } }"],
    ["a second document cannot begin in it, but a directive can", "%YAML 9.9\nparams: [a]"],
  ])("%s", async (_, yaml) => {
    const codes = await codesOf(yaml);
    expect(codes.length).toBeGreaterThan(0);
    expect(new Set(codes)).toEqual(new Set(["AML6201"]));
  });

  it("names of built-in members are names like others", async () => {
    expect((await declared("params: [constructor, __proto__]"))?.map(({ name }) => name)).toEqual([
      "constructor",
      "__proto__",
    ]);
  });
});

test("a fault is shown where it is written in the document, also behind a byte order mark", async () => {
  for (const mark of ["", "\uFEFF"]) {
    const text = `${mark}---\ntitle: ü\nparams:\n  version: { type: int }\n---\n`;
    const [found] = (await readParams({ file: "a.md", text }))?.diagnostics ?? [];
    expect(found?.file).toBe("a.md");
    expect(found?.start).toMatchObject({ line: 4, column: 14 });
    expect(text.slice(found?.start.offset, found?.end.offset)).toBe("type");
  }
});

test("a document without the word is not read at all", () => {
  expect(mayDeclareParams(inFrontMatter("title: a"))).toBe(false);
  expect(mayDeclareParams(inFrontMatter("params: []"))).toBe(true);
});

const examples = catalogue.flatMap(({ code, bad, good }) => [
  ...bad.filter(({ language }) => language === "params").map(({ text }) => ({ code, kind: "bad", text })),
  ...good.filter(({ language }) => language === "params").map(({ text }) => ({ code, kind: "good", text })),
]);

test.each(examples)("the $kind example of $code", async ({ code, kind, text }) => {
  const codes = (await readParams({ file: "a.md", text }))?.diagnostics.map((found) => found.code) ?? [];
  expect(codes).toEqual(kind === "bad" ? expect.arrayContaining([code]) : []);
});
