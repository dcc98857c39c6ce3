import { describe, expect, test } from "vitest";
import { checkDocuments } from "./check-documents.ts";
import { explainPlace } from "./explain-place.ts";

const lines = [
  "Some prose.", // 1
  '<agent name="a"><tool allow="grep,view">', // 2
  '  <skill impl="dde-advanced">', // 3
  "    flowchart LR", // 4
  "      A[First C] --> G{ok?}", // 5
  "      G -->|yes| C[Then]", // 6
  "      G -->|no| D", // 7
  '      <step node="C" type="prompt" tools="grep">', // 8
  "        Do it.", // 9
  "      </step>", // 10
  "  </skill>", // 11
  "</tool></agent>", // 12
  "", // 13
  '<skill define="implementation" name="i" implements="j">', // 14
  "```mermaid", // 15
  "stateDiagram-v2", // 16
  "  [*] --> Load", // 17
  '  state "Look at it" as Look', // 18
  "  Load --> Look", // 19
  "```", // 20
  '<node name="Look at it" type="tool"><tool use="grep"/></node>', // 21
  "</skill>", // 22
];

/** What is explained at the first place of a text on a line, or of the whole line. */
function at(line: number, text?: string, all: readonly string[] = lines, file = "a.md") {
  const source = { file, text: all.join("\n") };
  const lineStart = all.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const whole = all[line - 1] ?? "";
  const start = text === undefined ? lineStart : lineStart + whole.indexOf(text);
  const stretch = { start, end: text === undefined ? lineStart + whole.length : start + 1 };
  const { element, path, step, tools } = explainPlace(source, stretch, checkDocuments([source]));
  const found = step && `${step.node.origin} ${step.position}/${step.steps}`;
  return { element: element && `${element.kind} ${path}`, step: found, allowed: tools.allowed && [...tools.allowed] };
}

describe("the element and the step at a place", () => {
  const around = ["grep", "view"];
  test.each([
    ["prose", 1, undefined, { element: null, step: null, allowed: null }],
    ["an empty line outside", 13, undefined, { element: null, step: null, allowed: null }],
    ["a line with two tags: the first", 2, undefined, { element: "agent 0", step: null, allowed: null }],
    ["the second of them, by its column", 2, "<tool", { element: "tool 0.0", step: null, allowed: around }],
    ["a diagram's header", 4, undefined, { element: "invocation 0.0.0", step: null, allowed: around }],
    ["a diagram's line: its first step", 5, undefined, { element: "invocation 0.0.0", step: "A 1/4", allowed: around }],
    ["another step on it, by its column", 5, "G{", { element: "invocation 0.0.0", step: "G 2/4", allowed: around }],
    [
      "a step that the first labels do not reach",
      7,
      "D",
      { element: "invocation 0.0.0", step: "D null/4", allowed: around },
    ],
    ["a step's tag, with its own tools", 8, undefined, { element: "step 0.0.0.0", step: "C 3/4", allowed: ["grep"] }],
    ["a step's text", 9, undefined, { element: "step 0.0.0.0", step: "C 3/4", allowed: ["grep"] }],
    ["a close tag: what it closes", 11, undefined, { element: "invocation 0.0.0", step: null, allowed: around }],
    ["a definition", 14, undefined, { element: "implementation 1", step: null, allowed: null }],
    [
      "a state in a definition's diagram",
      19,
      undefined,
      { element: "implementation 1", step: "Load 1/2", allowed: null },
    ],
    ["a node that names a label", 21, undefined, { element: "node 1.0", step: "Look 2/2", allowed: ["grep"] }],
    ["what is in a node", 21, "<tool use", { element: "use 1.0.0", step: "Look 2/2", allowed: ["grep"] }],
  ])("%s", (_, line, text, expected) => {
    expect(at(line, text)).toEqual(expected);
  });
});

test("a line that begins with text and has a tag is about the tag", () => {
  expect(at(1, undefined, ['Look <tool allow="grep">here</tool>'])).toMatchObject({ element: "tool 0" });
});

describe("files that are or hold only a diagram", () => {
  test.each([
    ["a.mmd", ["flowchart LR", "  A --> B", "  B --> C"], 3, "B 2/3"],
    ["a.md", ["# Title", "```mermaid", "flowchart LR", "  A --> B", "```"], 4, "A 1/2"],
    ["a.md", ["# A", "```mermaid", "flowchart LR", "  A --> B", "```"], 1, null],
    ["a.mmd", ["flowchart LR", "  A --> A"], 2, null],
    ["a.md", ["", ""], 1, null],
  ])("%s %j", (file, all, line, step) => {
    expect(at(line, undefined, all, file)).toEqual({ element: null, step, allowed: null });
  });
});

describe("a step's place in its plan", () => {
  const explained = (text: string, word: string) => {
    const source = { file: "a.mmd", text };
    const start = text.indexOf(word);
    return explainPlace(source, { start, end: start + 1 }, checkDocuments([source])).step;
  };

  test("a loop is copied out: the first pass is explained, between what is before and after all of them", () => {
    const text = 'flowchart LR\n  A --> L["Improve|type=loop|max_iter=3"]\n  L --> B';
    expect(explained(text, "L[")).toMatchObject({
      copies: 3,
      position: 2,
      steps: 5,
      after: [{ step: "A", label: null }],
    });
    expect(explained(text, "B")).toMatchObject({ copies: 1, position: 5, before: [] });
  });

  test("an edge that ends the plan leads to no step", () => {
    const text = "stateDiagram-v2\n  [*] --> A\n  state A <<choice>>\n  A --> B: go\n  A --> [*]: stop";
    expect(explained(text, "A <<")?.before).toEqual([
      { step: "B", label: "go" },
      { step: null, label: "stop" },
    ]);
  });

  test("with an error in the diagram there is no plan to have a place in", () => {
    expect(explained("flowchart LR\n  A --> B\n  B --> A", "B")).toBeNull();
  });
});
