import { describe, expect, it } from "vitest";
import { diagramIn, graphIn } from "../../testing/diagram-reading.ts";

interface Drawn {
  readonly name: string;
  readonly text: string;
  readonly nodes: string;
  readonly edges: readonly string[];
}

const lr = "flowchart LR\n";

const headers: readonly Drawn[] = [
  { name: "graph is an alias", text: "graph TD\n A --> B\n", nodes: "A B", edges: ["A -> B"] },
  { name: "a direction is not needed", text: "flowchart\n A --> B\n", nodes: "A B", edges: ["A -> B"] },
  { name: "a semicolon ends the header", text: "graph TD; A --> B;", nodes: "A B", edges: ["A -> B"] },
  { name: "elk lays out the same graph", text: "flowchart-elk TB\n A --> B", nodes: "A B", edges: ["A -> B"] },
  { name: "a byte order mark is skipped", text: "\uFEFFflowchart LR\n A --> B", nodes: "A B", edges: ["A -> B"] },
  { name: "tabs are white space", text: "flowchart\tLR\n\tA\t-->\tB", nodes: "A B", edges: ["A -> B"] },
  {
    name: "comments come before it",
    text: "%% one\n\n  %% two\nflowchart LR\n A --> B",
    nodes: "A B",
    edges: ["A -> B"],
  },
  {
    name: "a directive comes before it",
    text: "%%{init: {\n}}%%\nflowchart LR\n A --> B",
    nodes: "A B",
    edges: ["A -> B"],
  },
  {
    name: "front matter comes before it",
    text: "---\nid: x\n---\nflowchart LR\n A --> B",
    nodes: "A B",
    edges: ["A -> B"],
  },
  {
    name: "CRLF ends lines",
    text: "flowchart LR\r\n A --> B\r\n B --> C\r\n",
    nodes: "A B C",
    edges: ["A -> B", "B -> C"],
  },
  {
    name: "a lone CR ends lines",
    text: "flowchart LR\r A --> B\r B --> C",
    nodes: "A B C",
    edges: ["A -> B", "B -> C"],
  },
];

const edges: readonly Drawn[] = [
  { name: "no spaces are needed", text: `${lr}A-->B-->C`, nodes: "A B C", edges: ["A -> B", "B -> C"] },
  {
    name: "arrows may be of any length",
    text: `${lr}A ----> B ====> C -..-> D`,
    nodes: "A B C D",
    edges: ["A -> B", "B => C", "C ..> D"],
  },
  { name: "a dotted arrow may lack its first dash", text: `${lr}A .-> B`, nodes: "A B", edges: ["A ..> B"] },
  {
    name: "labels stand between bars",
    text: `${lr}A -->|yes| B ==>|no| C -.->|maybe| D`,
    nodes: "A B C D",
    edges: ["A -(yes)-> B", "B =(no)=> C", "C .(maybe).> D"],
  },
  {
    name: "labels stand in the arrow",
    text: `${lr}A -- one --> B == two ==> C -. three .-> D`,
    nodes: "A B C D",
    edges: ["A -(one)-> B", "B =(two)=> C", "C .(three).> D"],
  },
  {
    name: "labels stand in the arrow without spaces",
    text: `${lr}A--yes-->B==later==>C-.never.->D`,
    nodes: "A B C D",
    edges: ["A -(yes)-> B", "B =(later)=> C", "C .(never).> D"],
  },
  {
    name: "labels are unquoted and trimmed",
    text: `${lr}A -->|" yes, go "| B -- "no (never)" --> C`,
    nodes: "A B C",
    edges: ["A -(yes, go)-> B", "B -(no (never))-> C"],
  },
  {
    name: "text may follow a quoted label",
    text: `${lr}A -->|"a" b| B -- "c" d --> C`,
    nodes: "A B C",
    edges: ["A -(a b)-> B", "B -(c d)-> C"],
  },
  { name: "an arrow in a label is text", text: `${lr}A -->|a --> b| B`, nodes: "A B", edges: ["A -(a --> b)-> B"] },
  {
    name: "brackets in the middle of an arrow are text",
    text: `${lr}A -- f(x) [y] --> B`,
    nodes: "A B",
    edges: ["A -(f(x) [y])-> B"],
  },
  {
    name: "a hyphen in the middle of an arrow is text",
    text: `${lr}A -- re-run --> B`,
    nodes: "A B",
    edges: ["A -(re-run)-> B"],
  },
  {
    name: "codes of characters are decoded",
    text: `${lr}A -->|#quot;a#quot; #35;1| B`,
    nodes: "A B",
    edges: ['A -("a" #1)-> B'],
  },
  { name: "a blank label is none", text: `${lr}A -->| | B`, nodes: "A B", edges: ["A -> B"] },
  { name: "an arrow may begin on the next line", text: `${lr}A\n  --> B`, nodes: "A B", edges: ["A -> B"] },
  { name: "an arrow may lead to the next line", text: `${lr}A -->\n\n  B`, nodes: "A B", edges: ["A -> B"] },
  { name: "a label may span lines", text: `${lr}A -->|one\n two| B`, nodes: "A B", edges: ["A -(one\n two)-> B"] },
  { name: "a comment may stand within an edge", text: `${lr}A -->\n  %% why\n  B`, nodes: "A B", edges: ["A -> B"] },
  { name: "semicolons part statements", text: `${lr}A --> B; B --> C;;`, nodes: "A B C", edges: ["A -> B", "B -> C"] },
  {
    name: "& joins on either side",
    text: `${lr}A & B --> C & D`,
    nodes: "A B C D",
    edges: ["A -> C", "A -> D", "B -> C", "B -> D"],
  },
  {
    name: "& may follow a shape",
    text: `${lr}A[one] & B["two"] -->|x| C`,
    nodes: "A B C",
    edges: ["A -(x)-> C", "B -(x)-> C"],
  },
  {
    name: "an edge may have an id and settings",
    text: `${lr}A e1@--> B\n e1@{ animate: true }`,
    nodes: "A B",
    edges: ["A -> B"],
  },
  {
    name: "the same edge twice is two edges",
    text: `${lr}A --> B\nA --> B`,
    nodes: "A B",
    edges: ["A -> B", "A -> B"],
  },
  { name: "an edge may lead back to its node", text: `${lr}A --> A`, nodes: "A", edges: ["A -> A"] },
];

const ids: readonly Drawn[] = [
  {
    name: "digits, dots, hyphens, underscores",
    text: `${lr}1 --> 2a --> a.b --> a-b --> a_b`,
    nodes: "1 2a a.b a-b a_b",
    edges: ["1 -> 2a", "2a -> a.b", "a.b -> a-b", "a-b -> a_b"],
  },
  { name: "slashes and single colons", text: `${lr}src/a --> a:b`, nodes: "src/a a:b", edges: ["src/a -> a:b"] },
  {
    name: "letters of any script",
    text: `${lr}Über --> 日本 --> ä1`,
    nodes: "Über 日本 ä1",
    edges: ["Über -> 日本", "日本 -> ä1"],
  },
  {
    name: "words that only begin as reserved ones",
    text: `${lr}endpoint --> classify --> subgraphA --> clickButton --> graphs`,
    nodes: "endpoint classify subgraphA clickButton graphs",
    edges: ["endpoint -> classify", "classify -> subgraphA", "subgraphA -> clickButton", "clickButton -> graphs"],
  },
  {
    name: "`default`, `v` and words with x and o",
    text: `${lr}default --> v --> xray --> ox`,
    nodes: "default v xray ox",
    edges: ["default -> v", "v -> xray", "xray -> ox"],
  },
  { name: "a node alone", text: `${lr}A[only]`, nodes: "A", edges: [] },
  { name: "a node apart", text: `${lr}A --> B\nZ[island]`, nodes: "A B Z", edges: ["A -> B"] },
];

const ignored: readonly Drawn[] = [
  {
    name: "styles",
    text: `${lr}A:::hot --> B\nclassDef hot fill:#f00,stroke:#000;\nclass A,B hot;\nstyle A fill:#fff\nlinkStyle 0 stroke:red`,
    nodes: "A B",
    edges: ["A -> B"],
  },
  {
    name: "clicks, with semicolons in their quotes",
    text: `${lr}A --> B\nclick A "http://x;y" "tip"\nclick B call f(1)`,
    nodes: "A B",
    edges: ["A -> B"],
  },
  { name: "directions", text: `${lr}direction TB\nA --> B`, nodes: "A B", edges: ["A -> B"] },
  {
    name: "descriptions for screen readers",
    text: `${lr}accTitle: A --> Z\naccDescr: more\naccDescr {\n A --> Y\n}\nA --> B`,
    nodes: "A B",
    edges: ["A -> B"],
  },
  { name: "comments", text: `${lr}A --> B\n   %%A --> Z\n%% A --> Y`, nodes: "A B", edges: ["A -> B"] },
  {
    name: "a directive in the middle",
    text: `${lr}A --> B\n%%{init: {"a": "--> Z"}}%%\nB --> C`,
    nodes: "A B C",
    edges: ["A -> B", "B -> C"],
  },
];

const groups: readonly Drawn[] = [
  {
    name: "subgraphs are flattened",
    text: `${lr}subgraph one\nA --> B\nend\nsubgraph two [Two words]\nB --> C\nend`,
    nodes: "A B C",
    edges: ["A -> B", "B -> C"],
  },
  {
    name: "subgraphs nest and have directions",
    text: `${lr}subgraph "Q t"\ndirection TB\nsubgraph in; A --> B; end\nend; B --> C`,
    nodes: "A B C",
    edges: ["A -> B", "B -> C"],
  },
];

describe.each([
  ["headers", headers],
  ["edges", edges],
  ["ids", ids],
  ["what is ignored", ignored],
  ["subgraphs", groups],
])("%s are read as mermaid reads them", (_, cases) => {
  it.each(cases)("$name", ({ text, nodes, edges }) => {
    expect(graphIn(text)).toEqual({ nodes, edges });
  });
});

it("keeps the title, the direction and the text it was read from", () => {
  const text = "---\ntitle: 'Nightly load'\n---\nflowchart RL\n    A --> B\n\n";
  const { title, direction, text: kept } = diagramIn(text);
  expect({ title, direction }).toEqual({ title: "Nightly load", direction: "RL" });
  expect(kept).toBe("---\ntitle: 'Nightly load'\n---\nflowchart RL\n    A --> B\n");
});

it("gives each node the innermost group it is first closed in", () => {
  const { nodes, groups: drawn } = diagramIn(
    `${lr}X --> A\nsubgraph outer [Outer]\nA --> B\nsubgraph Inner words\nB --> C\nend\nend`,
  );
  expect(nodes.map(({ id, group }) => [id, group])).toEqual([
    ["X", null],
    ["A", "outer"],
    ["B", "subGraph0"],
    ["C", "subGraph0"],
  ]);
  expect(drawn).toEqual([
    { id: "subGraph0", title: "Inner words", parent: "outer" },
    { id: "outer", title: "Outer", parent: null },
  ]);
});
