import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findReferences } from "./references.ts";

const shapes = (text: string) =>
  findReferences(text).map((reference) => {
    if (reference.kind === "step") return { step: reference.step };
    return reference.kind === "name" ? { name: reference.name } : { malformed: reference.text };
  });

describe("references in a text", () => {
  test.each([
    ["a name", "say {name}", [{ name: "name" }]],
    ["a name with a hyphen and dots", "{my-name} {a.b}", [{ name: "my-name" }, { name: "a.b" }]],
    ["the pass of a loop", "{iter} of {max_iter}", [{ name: "iter" }, { name: "max_iter" }]],
    ["a step's output", "{steps.A.output}", [{ step: "A" }]],
    ["a step with hyphens, digits and letters of any language", "{steps.übung-1_b.output}", [{ step: "übung-1_b" }]],
    ["one pass of a loop", "{steps.L::iter_2.output}", [{ step: "L::iter_2" }]],
    ["a step whose id needs quotes", '{steps["a.b"].output}', [{ step: "a.b" }]],
    ["a quoted id that would not need it", '{steps["A"].output}', [{ step: "A" }]],
    ["an id with dots and no quotes", "{steps.a.b.output}", [{ malformed: "{steps.a.b.output}" }]],
    ["a step without its output", "{steps.A}", [{ malformed: "{steps.A}" }]],
    ["a part of an output", "{steps.A.output.name}", [{ malformed: "{steps.A.output.name}" }]],
    ["a quoted id that is not closed", '{steps["A].output}', [{ malformed: '{steps["A].output}' }]],
    ["braces in braces", "{{name}}", [{ name: "name" }]],
    ["several, in order", "{b}{a}{b}", [{ name: "b" }, { name: "a" }, { name: "b" }]],
    ["JSON and code are none", '{"a": 1} {} { name } { return x; } {a: b} {f(x)} ${', []],
    ["a brace that is not closed", "{name {steps.A.output", []],
    ["over a line break", "{steps.A\n.output}", []],
  ])("%s", (_, text, expected) => {
    expect(shapes(text)).toEqual(expected);
  });

  test("are where they say they are", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("{", "}", "a", ".", "steps", "output", '["', '"]', " ", "\n", "ü")),
        (parts) => {
          const text = parts.join("");
          for (const reference of findReferences(text)) {
            expect(text.slice(reference.start, reference.end)).toBe(reference.text);
            expect(reference.text).toMatch(/^\{[^{}\n]+\}$/u);
          }
        },
      ),
    );
  });

  test("are found in time that grows with the text", () => {
    const hard = '{steps["'.repeat(200_000);
    expect(findReferences(hard)).toEqual([]);
  });
});
