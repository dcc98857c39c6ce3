import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { sourceFile } from "../../text/source-file.ts";
import { readYaml } from "./read-yaml.ts";

async function read(text: string) {
  const { root, diagnostics } = await readYaml(sourceFile({ file: "a.yaml", text }));
  return { root, found: diagnostics.map(({ code, message, start }) => [code, start.offset, message]) };
}

describe("text that is no YAML value is refused where it goes wrong", () => {
  test.each<[string, number, string]>([
    ["a:\n\t- b", 3, "Tabs are not allowed as indentation"],
    ["[1, 2", 5, "Flow sequence must end with a ]"],
    ["a: 1\n---\nb: 2", 5, "it holds a second document, and only one value is read"],
    ["a: !!js/function x", 3, "Unresolved tag: tag:yaml.org,2002:js/function"],
    ["a: !custom x", 3, "Unresolved tag: !custom"],
    ["a: !!binary aGk=", 3, "Unresolved tag: tag:yaml.org,2002:binary"],
    ["a: *nothing", 3, "nothing before it is named `&nothing`"],
    ["a: [*later]\nb: &later 1", 4, "nothing before it is named `&later`"],
    ["a: &x [1, *x]", 10, "`*x` stands in what it names"],
    ["? [a, b]\n: 1", 2, "the name of a member has to be plain text"],
    ["x: &x {a: 1}\ny:\n  <<: *x", 18, "merge keys (`<<`) are no part of YAML 1.2; write the members out"],
  ])("%j", async (text, offset, problem) => {
    const { found } = await read(text);
    expect(found).toEqual([["AML6101", offset, `the YAML cannot be read: ${problem}`]]);
  });
});

test("a member that is given twice is reported at its second place", async () => {
  const { root, found } = await read('a: 1\nb: {c: 1, "c": 2}\na: 3');
  expect(found).toEqual([
    ["AML6103", 15, "`c` is given twice in one object"],
    ["AML6103", 23, "`a` is given twice in one object"],
  ]);
  expect(root?.value).toEqual({ a: 3, b: { c: 2 } });
});

describe("hostile text is refused before it costs anything", () => {
  const laughs = Array.from({ length: 30 }, (_, index) => {
    const items = index === 0 ? "x" : Array.from({ length: 9 }, () => `*a${index - 1}`).join(", ");
    return `a${index}: &a${index} [${items}]`;
  }).join("\n");

  test.each<[string, string, string]>([
    [
      "brackets in brackets",
      `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
      "is nested too deeply; at most 200 levels",
    ],
    ["brackets that never end", "[".repeat(100_000), "is nested too deeply"],
    ["dashes after dashes", `${"- ".repeat(20_000)}a`, "is nested too deeply"],
    [
      "members in members",
      Array.from({ length: 1000 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n"),
      "is nested too deeply",
    ],
    ["keys in keys", `${"? ".repeat(5000)}a`, "is nested too deeply"],
    ["aliases of aliases", laughs, "comes to too many parts when its aliases are written out; at most 1000000"],
    ["more than is read", " ".repeat(2 * 1024 * 1024 + 1), "has 2097153 characters; at most 2097152 are read"],
  ])("%s", async (_, text, problem) => {
    const { root, found } = await read(text);
    expect(root).toBeNull();
    expect(found).toEqual([["AML6104", expect.any(Number), expect.stringContaining(`the YAML ${problem}`)]]);
  });

  test("many keys are compared in no time, and many errors are counted", async () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`).join("\n");
    expect((await read(keys)).found).toEqual([]);
    expect((await read("}\n".repeat(5000))).found).toHaveLength(100);
  });
});

test("values are those of YAML 1.2, and names are text as it is written", async () => {
  const text = `text: plain
numbers: [1, -1.5, 1e3, 0x10, 0o17, .inf, .NaN]
words: [true, False, null, ~, yes, no, on, 1_000, 2001-12-14]
empty:
quoted: "1"
1: one
null: none
1.50: half
`;
  const { root, found } = await read(text);
  expect(found).toEqual([]);
  expect(root?.value).toEqual({
    text: "plain",
    numbers: [1, -1.5, 1000, 16, 15, Number.POSITIVE_INFINITY, Number.NaN],
    words: [true, false, null, null, "yes", "no", "on", "1_000", "2001-12-14"],
    empty: null,
    quoted: "1",
    "1": "one",
    null: "none",
    "1.50": "half",
  });
});

test.each(["", "# only a comment\n", "---\n"])("a text without a value is null: %j", async (text) => {
  expect(await read(text)).toMatchObject({ root: { value: null }, found: [] });
});

test("everything that is read has its place, an alias its own", async () => {
  const text = "\uFEFFa: &x  [10, 'y']   # why\r\nb: *x\r\nc:\r\n";
  const { root } = await read(text);
  const of = (name: string) => root?.members?.get(name);
  expect(text.slice(of("a")?.keyStart, of("a")?.keyEnd)).toBe("a");
  expect(of("a")?.value.items?.map(({ start, end }) => text.slice(start, end))).toEqual(["10", "'y'"]);
  expect(text.slice(of("b")?.value.start, of("b")?.value.end)).toBe("*x");
  expect(root?.value).toEqual({ a: [10, "y"], b: [10, "y"], c: null });
});

test("a member named __proto__ is a member like any other", async () => {
  expect(JSON.stringify((await read("__proto__: {x: 1}")).root?.value)).toBe('{"__proto__":{"x":1}}');
});

test("reading gives back any JSON value, written as YAML", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
      const plain: unknown = JSON.parse(JSON.stringify(value));
      expect((await read(stringify(plain))).root?.value).toEqual(plain);
    }),
  );
});

test("reading never throws", async () => {
  const pieces = fc.constantFrom(
    ..."{ } [ ] , : ? - & * ! | > ' \" % # @ ` a 1 \n --- ... \t &a *a !!x << ~ \\".split(" "),
    " ",
    "\n  ",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 25 }), async (parts) => {
      const { root, found } = await read(parts.join(""));
      expect(root === null && found.length === 0).toBe(false);
    }),
    { numRuns: 400 },
  );
});
