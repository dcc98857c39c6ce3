import { describe, expect, test } from "vitest";
import { codeFrame } from "../../diagnostics/code-frame.ts";
import { contractIn } from "../testing/contract-in.ts";
import { checkInstance } from "./check-instance.ts";

const person = `<skill define="contract" name="person">
  <field name="name" required/><field name="age" type="number"/>
  <field name="address"><field name="city" required/></field>
  <field name="phones" type="list"><field name="number" required/></field>
</skill>`;

async function found(file: string, text: string): Promise<string[]> {
  const [contract, registry] = contractIn(person, "person");
  const { diagnostics } = await checkInstance(contract, { file, text }, registry);
  return diagnostics.map(
    ({ start, end, message }) => `${start.line}:${start.column}-${end.line}:${end.column} ${message}`,
  );
}

describe("an issue is where its value is in the text", () => {
  test.each<[string, string, readonly string[]]>([
    ["a.json", "[]", ["1:1-1:2 the value must be an object, not a list"]],
    ["a.yaml", "", ["1:1-1:1 the value must be an object, not null"]],
    ["a.json", "{}", ["1:1-1:2 `/name` must be a string, and is missing"]],
    ["a.json", '{"name": "A",\n "age": "7"}', ['2:9-2:12 `/age` must be a number, not "7"']],
    ["a.yaml", "name: A\nage: '7' # old\n", ['2:6-2:9 `/age` must be a number, not "7"']],
    ["a.json", '{"name": "A", "address": {"zip": 1}}', ["1:15-1:24 `/address/city` must be a string, and is missing"]],
    ["a.yaml", "name: A\naddress:\n  zip: 1\n", ["2:1-2:8 `/address/city` must be a string, and is missing"]],
    ["a.json", '{"name": {"x": 1}}', ["1:10-1:11 `/name` must be a string, not an object"]],
    [
      "a.yaml",
      "name: A\nphones:\n  - number: x\n  - kind: home\n  - 5\n",
      ["4:5-4:6 `/phones/1/number` must be a string, and is missing", "5:5-5:6 `/phones/2` must be an object, not 5"],
    ],
    [
      "a.yaml",
      "age: .nan\nname: 1e999\n",
      ["1:6-1:10 `/age` must be a number, not NaN", "2:7-2:12 `/name` must be a string, not Infinity"],
    ],
    ["a.json", '{"name": "A", "age": 1e999}', ["1:22-1:27 `/age` must be a number, not Infinity"]],
    [
      "a.JSON",
      "{name: A}",
      ["1:2-1:6 the JSON cannot be read: expected a member's name in double quotes, found `name`"],
    ],
    ["a.txt", "{name: A}", []],
    [
      "a.json",
      '{"name": 1, "name": 2}',
      ["1:13-1:19 `name` is given twice in one object", "1:21-1:22 `/name` must be a string, not 2"],
    ],
    ["a.json", '{"name": "A", "age": null, "other": []}', []],
  ])("%s: %j", async (file, text, expected) => {
    expect(await found(file, text)).toEqual(expected);
  });
});

test("issues carry their place beside what they say, and the value is given", async () => {
  const [contract, registry] = contractIn(person, "person");
  const checked = await checkInstance(contract, { file: "a.yml", text: "name: 7" }, registry);
  expect(checked.value).toEqual({ name: 7 });
  expect(checked.issues).toEqual([
    {
      pointer: "/name",
      expected: "a string",
      found: "7",
      message: "must be a string, not 7",
      file: "a.yml",
      start: { line: 1, column: 7, offset: 6 },
      end: { line: 1, column: 8, offset: 7 },
    },
  ]);
});

test("an issue is shown as a code frame", async () => {
  const [contract, registry] = contractIn(person, "person");
  const text = '{\n  "name": "A",\n  "age": "old"\n}\n';
  const { diagnostics } = await checkInstance(contract, { file: "ann.json", text }, registry);
  expect(
    diagnostics.map((diagnostic) => codeFrame(diagnostic, text)).join("\n"),
  ).toBe(`error[AML6102]: \`/age\` must be a number, not "old"
 --> ann.json:3:10
  |
3 |   "age": "old"
  |          ^^^^^`);
});

test("the errors of a contract that has some are given instead", async () => {
  const [contract, registry] = contractIn('<skill define="contract" name="c" extends="d"/>', "c", "broken");
  const { value, issues, diagnostics } = await checkInstance(contract, { file: "a.json", text: "{" }, registry);
  expect({ value, issues }).toEqual({ value: undefined, issues: [] });
  expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([["AML3005", "a.md"]]);
});
