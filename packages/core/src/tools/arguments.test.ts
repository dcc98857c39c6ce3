import { describe, expect, test } from "vitest";
import { optionalCount, requiredText, toolArguments } from "./arguments.ts";

const values = { params: { name: 'Ada", "path": "/etc/passwd' }, outputs: { S: { text: "", skipped: true } } };
const known = ["path", "from"];
const parsed = (block: string) => Object.fromEntries(toolArguments({ block }, values, known).values);

describe("the arguments of a call", () => {
  test.each([
    ["no JSON", "{path: 1}", "the arguments are no valid JSON: "],
    ["no object", '["path"]', "the arguments must be one JSON object"],
    ["null", "null", "the arguments must be one JSON object"],
    ["an unknown name", '{"pth": "a"}', 'there is no argument "pth": known are path, from'],
    ["a step there is not", '{"path": "{steps.X.output}"}', "{steps.X.output} names no step"],
    ["nesting without end", `{"path": ${"[".repeat(5000)}${"]".repeat(5000)}}`, "nested more than 100 deep"],
  ])("%s is refused", (_, block, message) => {
    expect(() => parsed(block)).toThrow(message);
  });

  test("a value is filled in after parsing, so that it cannot become structure", () => {
    expect(parsed('{"path": "to {name}"}')).toEqual({ path: 'to Ada", "path": "/etc/passwd' });
  });

  test("only string values are filled, at any depth; names are not", () => {
    expect(parsed('{"path": ["{name}", {"{name}": 1, "deep": "{name}"}], "from": 3}')).toEqual({
      path: [values.params.name, { "{name}": 1, deep: values.params.name }],
      from: 3,
    });
  });

  test("a skipped step's output is told in a warning", () => {
    expect(toolArguments({ block: '{"path": "{steps.S.output}"}' }, values, known).warnings).toHaveLength(1);
  });

  test("values that are given are not filled", () => {
    const { values: given } = toolArguments({ arguments: { path: "{name}" } }, values, known);
    expect(given.get("path")).toBe("{name}");
  });

  test("the scope comes as input, unless there is an argument of that name", () => {
    expect(toolArguments({ stdin: "scope" }, values, known).values.get("input")).toBe("scope");
    expect(toolArguments({ stdin: "scope", arguments: { input: "own" } }, values, known).values.get("input")).toBe(
      "own",
    );
  });

  test("a missing argument and one of another type are refused by name", () => {
    const given = toolArguments({ arguments: { from: true } }, values, known);
    expect(() => requiredText(given, "path")).toThrow('the argument "path" is missing');
    expect(() => requiredText(given, "from")).toThrow('the argument "from" must be a string');
  });

  test.each([
    [7, 7],
    ["7", 7],
    [undefined, undefined],
  ])("a count may be %j", (value, expected) => {
    expect(optionalCount(toolArguments({ arguments: { from: value } }, values, known), "from")).toBe(expected);
  });

  test.each([0, -1, 1.5, "0", "-1", "1e3", "", null, true])("a count may not be %j", (value) => {
    const given = toolArguments({ arguments: { from: value } }, values, known);
    expect(() => optionalCount(given, "from")).toThrow('the argument "from" must be a whole number from 1');
  });
});
