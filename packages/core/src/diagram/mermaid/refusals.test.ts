import { describe, expect, it } from "vitest";
import { refusalsIn } from "../../testing/diagram-reading.ts";
import { parseDiagram } from "./parse-diagram.ts";

interface Refused {
  readonly name: string;
  readonly text: string;
  readonly refusals: readonly string[];
}

const lr = "flowchart LR\n";

const headers: readonly Refused[] = [
  { name: "an empty text", text: "", refusals: ['AML7002 at 1:1 ""'] },
  { name: "white space alone", text: " \n ", refusals: ['AML7002 at 2:2 ""'] },
  { name: "no header", text: "A --> B", refusals: ['AML7002 at 1:1 "A"'] },
  { name: "a header that only begins like one", text: "flowchart-v2 LR\n A --> B", refusals: ['AML7002 at 1:1 "f"'] },
  { name: "another diagram", text: "sequenceDiagram\n A->>B: x", refusals: ['AML7003 at 1:1 "sequenceDiagram"'] },
  { name: "an unknown direction", text: "flowchart UP\n A --> B", refusals: ['AML7004 at 1:11 "UP"'] },
  { name: "a statement on the header's line", text: "flowchart LR A --> B", refusals: ['AML7004 at 1:14 "A --> B"'] },
  { name: "a second header", text: `${lr}A --> B\nflowchart TD\nB --> C`, refusals: ['AML7005 at 3:1 "flowchart TD"'] },
  { name: "a header alone", text: "flowchart LR\n", refusals: ['AML7028 at 1:1 "f"'] },
  { name: "text that was no UTF-8", text: `${lr}A[caf\uFFFD] --> B`, refusals: ['AML7006 at 2:6 "\uFFFD"'] },
  {
    name: "half of a surrogate pair",
    text: `${lr}A[\uD83D] --> B`,
    refusals: [`AML7006 at 2:3 ${JSON.stringify("\uD83D")}`],
  },
  { name: "a directive without an end", text: `%%{init: {}\n${lr}A --> B`, refusals: ['AML7007 at 1:1 "%%{"'] },
  { name: "a bare comment", text: `${lr}A --> B\n %%\nB --> C`, refusals: ['AML7008 at 3:2 "%%"'] },
  {
    name: "front matter without an end",
    text: "---\ntitle: x\nflowchart LR\n A --> B",
    refusals: ['AML7002 at 1:1 "-"'],
  },
];

const arrows: readonly Refused[] = [
  ...["---", "--o", "--x", "<-->", "~~~", "-.-", "===", "==o", "-.-x", "o--o", "x--x", "<==>", "<-.->", "-----"].map(
    (arrow) => ({
      name: `the arrow ${arrow}`,
      text: `${lr}A ${arrow} B`,
      refusals: [`AML7014 at 2:3 ${JSON.stringify(arrow)}`],
    }),
  ),
  { name: "an o or x that touches its arrow", text: `${lr}A---oB`, refusals: ['AML7014 at 2:2 "---o"'] },
  { name: "an open end behind a label", text: `${lr}A -- yes --- B`, refusals: ['AML7014 at 2:10 "---"'] },
  { name: "a tail before a label", text: `${lr}A <-- yes --> B`, refusals: ['AML7014 at 2:3 "<--"'] },
  { name: "a single dash", text: `${lr}A -> B`, refusals: ['AML7004 at 2:3 "-> B"'] },
  { name: "a single dash without spaces", text: `${lr}A->B`, refusals: ['AML7013 at 2:1 "A-"'] },
  { name: "an arrow from nowhere", text: `${lr}--> A`, refusals: ['AML7004 at 2:1 "--> A"'] },
  { name: "an arrow to nowhere", text: `${lr}A -->`, refusals: ['AML7004 at 2:6 ""'] },
  { name: "two arrows in a row", text: `${lr}A --> --> B`, refusals: ['AML7004 at 2:7 "--> B"'] },
  { name: "two statements without a break", text: `${lr}A --> B C --> D`, refusals: ['AML7004 at 2:9 "C --> D"'] },
  { name: "a comment behind a statement", text: `${lr}A --> B %% why`, refusals: ['AML7004 at 2:9 "%% why"'] },
  { name: "an & without spaces", text: `${lr}A&B --> C`, refusals: ['AML7013 at 2:1 "A&B"'] },
  { name: "an & without a second node", text: `${lr}A & --> C`, refusals: ['AML7004 at 2:5 "--> C"'] },
  {
    name: "an edge to a subgraph",
    text: `${lr}subgraph one\nA --> B\nend\none --> C`,
    refusals: ['AML7016 at 5:5 "-->"'],
  },
  {
    name: "an edge to a subgraph that comes later",
    text: `${lr}C -->|x| one\nsubgraph one\nA --> B\nend`,
    refusals: ['AML7016 at 2:3 "-->|x|"'],
  },
  {
    name: "an edge to a subgraph that mermaid numbers",
    text: `${lr}subgraph two words\nA\nend\nA --> subGraph0`,
    refusals: ['AML7016 at 5:3 "-->"'],
  },
  {
    name: "a subgraph named as a node",
    text: `${lr}subgraph one\nA\nend\nsubgraph two\none\nend`,
    refusals: ['AML7016 at 6:1 "one"'],
  },
];

const edgeLabels: readonly Refused[] = [
  { name: "a bar without its partner", text: `${lr}A -->|oops B\n`, refusals: ['AML7015 at 2:6 "|oops B\\n"'] },
  {
    name: "a bar whose partner is on another edge",
    text: `${lr}A -->|oops B\nC -->|x| D`,
    refusals: ['AML7015 at 2:6 "|oops B"'],
  },
  { name: "an empty label", text: `${lr}A -->|| B`, refusals: ['AML7015 at 2:6 "||"'] },
  { name: "brackets between bars", text: `${lr}A -->|f(x)| B`, refusals: ['AML7015 at 2:6 "|f"'] },
  { name: "a node on the line after the label", text: `${lr}A -->|x|\nB`, refusals: ['AML7004 at 2:9 "\\n"'] },
  {
    name: "a label that never comes to its arrow",
    text: `${lr}A -- yes B\nC --> D`,
    refusals: ['AML7015 at 2:6 "yes B"'],
  },
  {
    name: "two kinds of arrow around a label",
    text: `${lr}A -- yes ==> B\nC --> D`,
    refusals: ['AML7015 at 2:6 "yes ==> B"'],
  },
  { name: "an arrow inside a label", text: `${lr}A -- yes -> no --> B`, refusals: ['AML7015 at 2:6 "yes -> no "'] },
  {
    name: "a letter that mermaid takes for the arrow's tail",
    text: `${lr}A -- box--> B`,
    refusals: ['AML7015 at 2:6 "box"'],
  },
  {
    name: "a dot in the label of a dotted arrow",
    text: `${lr}A -. v1.2 .-> B`,
    refusals: ['AML7015 at 2:6 "v1.2 .-> B"'],
  },
  {
    name: "quotes in the middle of a label",
    text: `${lr}A -- say "x" --> B`,
    refusals: ['AML7015 at 2:6 "say \\"x\\" "'],
  },
];

const ids: readonly Refused[] = [
  ...["end", "style", "class", "classDef", "linkStyle", "graph", "flowchart", "subgraph", "interpolate", "_self"].map(
    (id) => ({
      name: `the reserved word ${id}`,
      text: `${lr}A --> ${id}`,
      refusals: [`AML7012 at 2:7 ${JSON.stringify(id)}`],
    }),
  ),
  { name: "a reserved word where a token begins", text: `${lr}A --> 1end`, refusals: ['AML7012 at 2:7 "1end"'] },
  { name: "a reserved word before a hyphen", text: `${lr}A --> end-to-end`, refusals: ['AML7012 at 2:7 "end"'] },
  { name: "the separator of passes", text: `${lr}A --> B::iter_1`, refusals: ['AML7013 at 2:7 "B::iter_1"'] },
  { name: "an id with an @", text: `${lr}A --> b@c`, refusals: ['AML7013 at 2:7 "b"'] },
  { name: "the id of an edge as a node", text: `${lr}A e1@--> B\ne1 --> C`, refusals: ['AML7013 at 3:1 "e1"'] },
  { name: "a quoted id", text: `${lr}A --> "B"`, refusals: ['AML7004 at 2:7 "\\"B\\""'] },
];

const statements: readonly Refused[] = [
  {
    name: "a subgraph without an end",
    text: `${lr}subgraph one\nA --> B`,
    refusals: ['AML7017 at 2:1 "subgraph one"'],
  },
  { name: "an end without a subgraph", text: `${lr}A --> B\nend\n`, refusals: ['AML7018 at 3:1 "end"'] },
  {
    name: "an arrow in the title of a subgraph",
    text: `${lr}subgraph A --> B\nend`,
    refusals: ['AML7004 at 2:12 "--> B"'],
  },
  {
    name: "a label with a direction in it",
    text: `${lr}A[change direction LR] --> B`,
    refusals: ['AML7019 at 2:1 "A[change direction LR] --> B"'],
  },
  {
    name: "a statement behind a direction",
    text: `${lr}direction LR; A --> B`,
    refusals: ['AML7019 at 2:13 "; A --> B"'],
  },
  { name: "a style of nothing", text: `${lr}A --> B\nstyle C fill:red`, refusals: ['AML7020 at 3:7 "C"'] },
  {
    name: "a semicolon between styles",
    text: `${lr}A --> B\nstyle A fill:red;color:blue`,
    refusals: ['AML7004 at 3:17 ";color:blue"'],
  },
  {
    name: "a statement behind a style with a colour",
    text: `${lr}A --> B\nstyle A fill:#f00;C`,
    refusals: ['AML7004 at 3:18 ";C"'],
  },
  { name: "a title on the next line", text: `${lr}accTitle:\nA --> B`, refusals: ['AML7004 at 2:10 "\\n"'] },
  { name: "a description without an end", text: `${lr}accDescr {\nA --> B`, refusals: ['AML7004 at 2:10 "{"'] },
];

describe.each([
  ["headers", headers],
  ["arrows", arrows],
  ["labels of edges", edgeLabels],
  ["ids", ids],
  ["statements", statements],
])("%s that a plan cannot mean are refused where they stand", (_, cases) => {
  it.each(cases)("$name", ({ text, refusals }) => {
    expect(refusalsIn(text)).toEqual(refusals);
  });
});

it("names the words that a diagram begins with", () => {
  expect(parseDiagram("flowchrt LR").diagnostics[0]?.message).toBe(
    "expected `flowchart`, `graph` or `stateDiagram-v2`, found `flowchrt LR`",
  );
});

it("offers the plain arrow for one without a direction", () => {
  const [refusal] = parseDiagram("flowchart LR\nA -.- B").diagnostics;
  expect(refusal?.fixes).toEqual([
    { title: "Write `-.->`", safe: false, edits: [{ file: "<text>", start: 15, end: 18, text: "-.->" }] },
  ]);
});

it("stands a diagram inside a file at its lines there", () => {
  const text = "# Release\n\nSome words.\n\nflowchart LR\r\n  A --> B\r\n  B -> C\r\n";
  const { diagnostics } = parseDiagram({ file: "release.md", text, offset: text.indexOf("flowchart") });
  expect(diagnostics.map(({ file, start }) => ({ file, start }))).toEqual([
    { file: "release.md", start: { line: 7, column: 5, offset: text.indexOf("-> C") } },
  ]);
});

it("is refused for more edges than a plan can hold, which few words can draw", () => {
  const many = (letter: string) => Array.from({ length: 800 }, (_, index) => `${letter}${index}`).join(" & ");
  const { diagram, diagnostics } = parseDiagram(`flowchart LR\n${many("a")} --> ${many("b")}`);
  expect(diagram).toBeNull();
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    ["AML7045", "the plan has more than 500000 edges"],
  ]);
});

it("what is not supported is refused, never left out (agentic-mermaid 36)", () => {
  const unsupported = ["A <--> C", "A --x C", "A ~~~ C", "A --- C", "A -> C", "A ?? C"];
  for (const line of unsupported) {
    const { diagram, diagnostics } = parseDiagram(`${lr}  A --> B\n  ${line}\n  B --> C\n`);
    expect(diagram, line).toBeNull();
    expect(diagnostics[0]?.start.line, line).toBe(3);
  }
});
