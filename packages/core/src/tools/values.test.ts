import { describe, expect, test } from "vitest";
import { fillReferences, type ReferenceValues } from "./values.ts";

const values: ReferenceValues = {
  params: { name: "Ada", "my-name": "Grace", brace: "{steps.A.output}", dollar: "$& $1 $$" },
  outputs: { A: { text: "from A" }, "a.b": { text: "dotted" }, S: { text: "left over", skipped: true } },
  iter: 2,
  maxIter: 5,
};

function filled(text: string, given = values) {
  const warnings: string[] = [];
  return { text: fillReferences(text, given, (warning) => warnings.push(warning)), warnings };
}

describe("values in the place of references", () => {
  test.each([
    ["a param", "hi {name} and {my-name}", "hi Ada and Grace"],
    ["an output", '{steps.A.output}/{steps["a.b"].output}', "from A/dotted"],
    ["the pass of a loop", "{iter} of {max_iter}", "2 of 5"],
    [
      "a word that names nothing is left as it is",
      "{unknown} {constructor} {__proto__}",
      "{unknown} {constructor} {__proto__}",
    ],
    ["a value that looks like a reference is not looked at again", "{brace}", "{steps.A.output}"],
    ["a value with the signs of a replacement pattern is itself", "{dollar}", "$& $1 $$"],
    ["a text without any", "nothing here", "nothing here"],
  ])("%s", (_, text, expected) => {
    expect(filled(text)).toEqual({ text: expected, warnings: [] });
  });

  test("a skipped step's output is empty, with a warning", () => {
    expect(filled("<{steps.S.output}>")).toEqual({
      text: "<>",
      warnings: ["{steps.S.output} is empty: the step was skipped"],
    });
  });

  test.each([
    ["no step of that id", "{steps.B.output}", "{steps.B.output} names no step that has finished"],
    ["an id that every object has", "{steps.constructor.output}", "names no step"],
    ["no reference", "{steps.A}", 'write {steps.ID.output}, or {steps["ID"].output}'],
  ])("%s is an error", (_, text, message) => {
    expect(() => filled(text)).toThrow(message);
  });

  test("outside a loop, {iter} is a word like any other", () => {
    expect(filled("{iter}", { params: {}, outputs: {} }).text).toBe("{iter}");
    expect(filled("{iter}", { params: { iter: "mine" }, outputs: {} }).text).toBe("mine");
  });
});
