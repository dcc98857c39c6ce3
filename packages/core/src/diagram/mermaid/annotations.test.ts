import { describe, expect, it } from "vitest";
import { diagramIn, refusalsIn } from "../../testing/diagram-reading.ts";
import { parseDiagram } from "./parse-diagram.ts";

function annotated(node: string) {
  const [first] = diagramIn(`flowchart LR\n${node} --> Z`).nodes;
  const settings = [...(first?.annotations ?? [])].map(([key, { value }]) => `${key}=${value}`);
  return [first?.label, ...settings];
}

describe("the three spellings are equal (diagram.md 2)", () => {
  it.each([
    "A[Run tests|type=tool|retries=2]",
    'A["Run tests|type=tool|retries=2"]',
    'A["Run tests"|type=tool|retries=2]',
    "A[ Run tests | type = tool | retries = 2 ]",
    'A@{ label: "Run tests", type: tool, retries: 2 }',
    "A@{\n  label: Run tests\n  type: tool\n  retries: 2\n}",
    "A@{ label: 'Run tests', \"type\": \"tool\", retries: '2' }",
    "A[Run tests]@{ type: tool, retries: 2 }",
    "A@{ type: tool }@{ retries: 2, label: Run tests }",
  ])("%j", (text) => {
    expect(annotated(text)).toEqual(["Run tests", "type=tool", "retries=2"]);
  });
});

describe("only trailing settings with known keys are annotations", () => {
  it.each([
    ['A["a|b"]', ["a|b"]],
    ['A["type=tool"]', ["type=tool"]],
    ['A["x|count=1"]', ["x|count=1"]],
    ['A["x|type=tool|and more"]', ["x|type=tool|and more"]],
    ['A["x|y|type=tool"]', ["x|y", "type=tool"]],
    ['A["x|model=a=b"]', ["x", "model=a=b"]],
    ['A["x|run=npm test -- --grep a,b"]', ["x", "run=npm test -- --grep a,b"]],
    ['A["|type=tool"]', ["A", "type=tool"]],
    ['A@{ label: "x|type=tool" }', ["x|type=tool"]],
    [
      'A@{ label: "x", run: "npm test", timeout: 5m, on_exhaust: checkpoint, max_iter: 3, model: fast }',
      ["x", "run=npm test", "timeout=5m", "on_exhaust=checkpoint", "max_iter=3", "model=fast"],
    ],
  ])("%s", (text, expected) => {
    expect(annotated(text)).toEqual(expected);
  });
});

describe("settings that could be slips are refused", () => {
  it.each([
    ['A["x|typ=tool"]', 'AML7023 at 2:6 "typ=tool"'],
    ['A["x|Type=tool"]', 'AML7023 at 2:6 "Type=tool"'],
    ['A["x|max-iter=3|type=loop"]', 'AML7023 at 2:6 "max-iter=3"'],
    ['A@{ lable: "x" }', 'AML7023 at 2:5 "lable: \\"x\\""'],
    ["A@{ typ: tool }", 'AML7023 at 2:5 "typ: tool"'],
    ['A["x|type=banana"]', 'AML2005 at 2:6 "type=banana"'],
    ['A["x|type=Gate"]', 'AML2005 at 2:6 "type=Gate"'],
    ['A["x|type="]', 'AML2005 at 2:6 "type="'],
    ['A["x|type=tool|type=tool"]', 'AML7024 at 2:16 "type=tool"'],
    ['A["x|type=tool"]@{ type: gate }', 'AML7024 at 2:20 "type: gate"'],
    ["A@{ type: tool, type: gate }", 'AML7022 at 2:17 "type: gate"'],
    ...["0", "-3", "abc", "1_0", "1.5", "1001", "1000000000", "１", ""].map((value) => [
      `A["x|type=loop|max_iter=${value}"]`,
      `AML2005 at 2:16 ${JSON.stringify(`max_iter=${value}`)}`,
    ]),
    ['A["x|retries=two"]', 'AML2005 at 2:6 "retries=two"'],
    ['A["x|timeout=5"]', 'AML2005 at 2:6 "timeout=5"'],
    ['A["x|on_exhaust=stop"]', 'AML2005 at 2:6 "on_exhaust=stop"'],
  ])("%s", (text, refusal) => {
    expect(refusalsIn(`flowchart LR\n${text} --> B`)).toEqual([refusal]);
  });
});

describe("mentions of one node", () => {
  it("may come without and with its settings, in any order", () => {
    const { nodes } = diagramIn('flowchart LR\nA --> B\nB["Body|type=loop|max_iter=3"] --> C\nB[Renamed] --> D');
    const body = nodes.find(({ id }) => id === "B");
    expect(body?.label).toBe("Renamed");
    expect([...(body?.annotations.keys() ?? [])]).toEqual(["type", "max_iter"]);
  });

  it("may repeat a setting, but not contradict it", () => {
    expect(refusalsIn('flowchart LR\nA["x|type=tool"] --> B\nA["x|type=tool"] --> C')).toEqual([]);
    expect(refusalsIn('flowchart LR\nA["x|type=tool"] --> B\nA["x|type=gate"] --> C')).toEqual([
      'AML7024 at 3:6 "type=gate"',
    ]);
  });
});

describe("what mermaid cannot draw is quoted by a fix", () => {
  it.each([
    ["A[Run tests|type=tool] --> B", 'A["Run tests|type=tool"] --> B'],
    ['A["Run"|type=tool] --> B', 'A["Run|type=tool"] --> B'],
    ["A{a|b} --> B", 'A{"a|b"} --> B'],
  ])("%s", (text, fixed) => {
    const source = `flowchart LR\n${text}`;
    const [hint, ...others] = parseDiagram(source).diagnostics;
    expect(others).toEqual([]);
    expect([hint?.code, hint?.severity, hint?.fixes[0]?.safe]).toEqual(["AML7025", "hint", true]);
    const edit = hint?.fixes[0]?.edits[0];
    if (edit === undefined) throw new Error("no edit");
    expect(source.slice(0, edit.start) + edit.text + source.slice(edit.end)).toBe(`flowchart LR\n${fixed}`);
  });

  it("says nothing of the other spellings", () => {
    expect(parseDiagram('flowchart LR\nA["x|type=tool"] --> B@{ type: manual }').diagnostics).toEqual([]);
  });
});
