import { describe, expect, it } from "vitest";
import { diagramIn, refusalsIn } from "../../testing/diagram-reading.ts";

/** The node that a text such as `A[label]` draws. */
function nodeIn(node: string) {
  const [first] = diagramIn(`flowchart LR\n${node} --> Z`).nodes;
  return { label: first?.label, shape: first?.shape };
}

describe("every bracket draws its shape", () => {
  it.each([
    ["A", "A", "square"],
    ["A[one two]", "one two", "square"],
    ["A(x)", "x", "round"],
    ["A((x))", "x", "circle"],
    ["A(((x)))", "x", "doublecircle"],
    ["A([x])", "x", "stadium"],
    ["A[[x]]", "x", "subroutine"],
    ["A[(x)]", "x", "cylinder"],
    ["A{x?}", "x?", "diamond"],
    ["A{{x}}", "x", "hexagon"],
    ["A>x]", "x", "odd"],
    ["A(-x-y-)", "x-y", "ellipse"],
    ["A[/a/b/]", "a/b", "lean_right"],
    ["A[/x\\]", "x", "trapezoid"],
    ["A[\\x\\]", "x", "lean_left"],
    ["A[\\x/]", "x", "inv_trapezoid"],
    ["A[x]:::hot", "x", "square"],
    ["A[|borders:lt|x]", "x", "square"],
  ])("%s", (text, label, shape) => {
    expect(nodeIn(text)).toEqual({ label, shape });
  });
});

describe("labels say what is written", () => {
  it.each([
    ['A["array[0] (x) {y} |z| --> B"]', "array[0] (x) {y} |z| --> B"],
    ['A["open ( only"]', "open ( only"],
    ['A["a|b"]', "a|b"],
    ['A("x")', "x"],
    ['A{{"x?"}}', "x?"],
    ['A["one\ntwo"]', "one\ntwo"],
    ["A[one\n two]", "one\n two"],
    ["A[one<br/>two]", "one<br/>two"],
    ['A["`**bold** text`"]', "**bold** text"],
    ['A["one" two ]', "one two"],
    ['A[<img src="x.png"> y]', "<img src='x.png'> y"],
    ["A[do --> this]", "do --> this"],
    ["A[it's ok; & so on]", "it's ok; & so on"],
    ["A[Überprüfen ✅ 日本]", "Überprüfen ✅ 日本"],
    ['A["say #quot;x#quot; #9829;"]', 'say "x" ♥'],
    ["A[x\u2028y]", "x\u2028y"],
    ['A[" "]', "A"],
  ])("%j", (text, label) => {
    expect(nodeIn(text).label).toBe(label);
  });
});

it("takes the last label and shape, as mermaid does", () => {
  const { nodes } = diagramIn("flowchart LR\nA[One] --> B\nA(Two) --> C\nA --> D\nB{ok?}");
  expect(nodes.map(({ id, label, shape }) => [id, label, shape])).toEqual([
    ["A", "Two", "round"],
    ["B", "ok?", "diamond"],
    ["C", "C", "square"],
    ["D", "D", "square"],
  ]);
});

describe("labels that mermaid cannot read are refused", () => {
  it.each([
    ["A[Fetch --> B\n C --> D", 'AML7009 at 2:2 "[Fetch --> B"'],
    ["A[Fetch --> B\nC[x]", 'AML7009 at 2:2 "[Fetch --> B"'],
    ['A["Fetch] --> B', 'AML7009 at 2:3 "\\""'],
    ['A["`Fetch"] --> B', 'AML7009 at 2:3 "\\"`"'],
    ["A[] --> B", 'AML7011 at 2:2 "[]"'],
    ['A[""] --> B', 'AML7011 at 2:3 "\\"\\""'],
    ["A[f(x)] --> B", 'AML7010 at 2:4 "("'],
    ['A[say "x"] --> B', 'AML7010 at 2:7 "\\""'],
    ["A[{x}] --> B", 'AML7010 at 2:3 "{"'],
    ["A[/api] --> B", 'AML7010 at 2:7 "]"'],
    ["A[(x] --> B", 'AML7010 at 2:5 "]"'],
    ["A[x]y] --> B", 'AML7004 at 2:5 "y] --> B"'],
    ["A((x) --> B", 'AML7010 at 2:5 ")"'],
    ["A [x] --> B", 'AML7004 at 2:3 "[x] --> B"'],
  ])("%j", (text, refusal) => {
    expect(refusalsIn(`flowchart LR\n${text}`)).toEqual([refusal]);
  });
});
