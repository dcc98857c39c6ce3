import { describe, expect, it } from "vitest";
import { diagramIn, graphIn, refusalsIn } from "../../testing/diagram-reading.ts";

describe("shapes by name", () => {
  it.each([
    ["rect", "square"],
    ["diam", "diamond"],
    ["decision", "diamond"],
    ["circle", "circle"],
    ["dbl-circ", "doublecircle"],
    ["terminal", "stadium"],
    ["sm-circ", "start"],
    ["framed-circle", "stop"],
    ["join", "fork"],
    ["lean-r", "lean_right"],
    ["manual-input", "sl-rect"],
    ["cloud", "cloud"],
  ])("%s draws %s", (name, shape) => {
    expect(diagramIn(`flowchart LR\nA@{ shape: ${name} } --> B`).nodes[0]?.shape).toBe(shape);
  });
});

it.each([
  [
    "settings between the links of a chain",
    "A@{ shape: diam } --> B@{ label: x } --> C",
    "A B C",
    ["A -> B", "B -> C"],
  ],
  ["settings of each of several nodes", "A@{ shape: rect } & B@{ shape: rect } --> C", "A B C", ["A -> C", "B -> C"]],
  ["braces, commas and colons in quotes", 'A@{ label: "a, b: {c}" } --> B', "A B", ["A -> B"]],
  ["looks that a plan does not need", "A@{ icon: fa:x, form: square, h: 48 } --> B", "A B", ["A -> B"]],
  ["a comma at the end", "A@{ shape: rect, } --> B", "A B", ["A -> B"]],
  ["no settings at all", "A@{} --> B", "A B", ["A -> B"]],
])("reads %s", (_, text, nodes, edges) => {
  expect(graphIn(`flowchart LR\n${text}`)).toEqual({ nodes, edges });
});

it("decodes what YAML escapes", () => {
  const { nodes } = diagramIn(`flowchart LR\nA@{ label: "one\\ntwo \\\\" } --> B@{ label: 'it''s' }`);
  expect(nodes.map(({ label }) => label)).toEqual(["one\ntwo \\", "it's"]);
});

describe("settings that YAML or mermaid would read another way are refused", () => {
  it.each([
    ["A@{ shape: rect", 'AML7022 at 2:2 "@{"'],
    ['A@{ label: "x }', 'AML7022 at 2:2 "@{"'],
    ["A@{ shape: rect label: x }", 'AML7022 at 2:22 ":"'],
    ["A@{ shape:rect }", 'AML7022 at 2:5 "s"'],
    ["A@{ shape }", 'AML7022 at 2:5 "s"'],
    ["A@{ label: [x] }", 'AML7022 at 2:5 "label: "'],
    ["A@{ label: x^2 }", 'AML7022 at 2:13 "^"'],
    ["A@{\n shape: rect,\n label: x\n}", 'AML7022 at 3:2 "shape: "'],
    ["A@{\n shape: rect label: x\n}", 'AML7022 at 3:19 ":"'],
    ['A@{ label: "x" "y" }', 'AML7022 at 2:16 "\\""'],
    ['A@{ label: "\\x41" }', 'AML7022 at 2:5 "label: "'],
    ["A@{ shape: Rect }", 'AML7021 at 2:5 "shape: Rect"'],
    ["A@{ shape: lean_right }", 'AML7021 at 2:5 "shape: lean_right"'],
    ["A @{ shape: rect }", 'AML7004 at 2:3 "@{ shape: rect } --> B"'],
  ])("%j", (text, refusal) => {
    expect(refusalsIn(`flowchart LR\n${text} --> B`)).toEqual([refusal]);
  });
});
