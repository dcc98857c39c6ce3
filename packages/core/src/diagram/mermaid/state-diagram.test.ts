import { describe, expect, it } from "vitest";
import { diagramIn, graphIn, refusalsIn } from "../../testing/diagram-reading.ts";

const v2 = "stateDiagram-v2\n";

describe("state diagrams are read as mermaid reads them", () => {
  it.each([
    ["a start and an end", `${v2}[*] --> A\nA --> B : go\nB --> [*]`, "A B", ["A -(go)-> B", "B -> *"]],
    ["the older header", "stateDiagram\n[*] --> A", "A", []],
    ["no spaces", `${v2}[*]-->A\nA-->B:go\nB-->[*]`, "A B", ["A -(go)-> B", "B -> *"]],
    ["a label with arrows and colons", `${v2}A --> B : x --> y: z`, "A B", ["A -(x --> y: z)-> B"]],
    ["a label verbatim, quotes and all", `${v2}A --> B : "q" #1 %% c`, "A B", ['A -("q" #1 %% c)-> B']],
    ["a semicolon by its code", `${v2}A --> B : a #59; b`, "A B", ["A -(a ; b)-> B"]],
    ["an end with a label", `${v2}A --> [*] : done`, "A", ["A -(done)-> *"]],
    ["no start and no end", `${v2}A --> B`, "A B", ["A -> B"]],
    ["a state alone on its line", `${v2}[*] --> A\nA\nA --> [*]`, "A", ["A -> *"]],
    ["several starts and ends", `${v2}[*] --> A\nA --> [*]\n[*] --> B\nB --> [*]`, "A B", ["A -> *", "B -> *"]],
    ["`end` is no reserved word here", `${v2}A --> end`, "A end", ["A -> end"]],
    ["classes on states", `${v2}A:::hot --> B:::cold : x`, "A B", ["A -(x)-> B"]],
    ["comments", `${v2}%% one\nA --> B %% two\n# three\nB --> C # four`, "A B C", ["A -> B", "B -> C"]],
    ["a direction", `${v2}direction LR\nA --> B`, "A B", ["A -> B"]],
    [
      "looks and descriptions",
      `${v2}A --> B\nclassDef hot fill:#f00;\nclass A, B hot\nstyle A fill:#f00\nclick A "http://x" "tip"\naccTitle: t\nscale 350 width\nhide empty description`,
      "A B",
      ["A -> B"],
    ],
    [
      "notes",
      `${v2}A --> B\nnote right of A : hi --> Z\nnote left of B\n C --> D\nend note\nnote "floats" as N`,
      "A B",
      ["A -> B"],
    ],
  ])("%s", (_, text, nodes, edges) => {
    expect(graphIn(text)).toEqual({ nodes, edges });
  });
});

it("keeps where `[*]` leads to", () => {
  expect(diagramIn(`${v2}[*] --> A : now\nA --> B`).starts.map(({ to }) => to)).toEqual(["A"]);
});

it("gives states their descriptions, and annotations at the end of them", () => {
  const { nodes } = diagramIn(
    `${v2}state "Fetch data" as A\nA --> B\nB : Load it|type=tool\nA : and keep it\nC: x\nA --> C`,
  );
  expect(nodes.map(({ id, label, shape }) => [id, label, shape])).toEqual([
    ["A", "Fetch data\nand keep it", "state"],
    ["B", "Load it", "state"],
    ["C", "x", "state"],
  ]);
  expect(nodes[1]?.annotations.get("type")?.value).toBe("tool");
});

it.each([
  ["<<choice>>", "choice"],
  ["<<fork>>", "fork"],
  ["<<join>>", "join"],
  ["[[fork]]", "fork"],
  ["<<Choice>>", "choice"],
])("declares states of their own kind: %s", (mark, shape) => {
  expect(diagramIn(`${v2}state c ${mark}\n[*] --> c`).nodes[0]?.shape).toBe(shape);
});

describe("what a plan cannot mean, or mermaid reads another way, is refused", () => {
  it.each([
    ["a composite state", "[*] --> A\nstate A {\n[*] --> B\n}", 'AML7026 at 3:9 "{"'],
    ["a named composite state", 'state "x" as A {\n[*] --> B\n}', 'AML7026 at 2:16 "{"'],
    ["regions side by side", "[*] --> A\n--\nB --> C", 'AML7026 at 3:1 "-"'],
    ["a start that is the end", "[*] --> [*]", 'AML7004 at 2:9 "[*]"'],
    ["a start alone", "A --> B\n[*]", 'AML7004 at 3:4 ""'],
    ["a quoted state", '[*] --> "my state"', 'AML7013 at 2:9 "\\"my"'],
    ["a flowchart's brackets", "A --> G[q|type=gate]", 'AML7013 at 2:7 "G[q|type=gate]"'],
    ["a flowchart's label", "A -->|x| B", 'AML7013 at 2:6 "|x|"'],
    ["a flowchart's arrow", "A ==> B", 'AML7004 at 2:3 "==> B"'],
    ["a semicolon that mermaid takes into the id", "A --> B;", 'AML7013 at 2:7 "B;"'],
    ["a semicolon that ends the label", "A --> B : x; y", 'AML7004 at 2:12 ";"'],
    ["a double colon in a label", "A --> B : a::b", 'AML7004 at 2:12 ":"'],
    ["a hyphen in an id", "A --> my-state", 'AML7013 at 2:7 "my"'],
    ["a keyword as an id", "A --> B\nState --> C", 'AML7004 at 3:7 "--> C"'],
    ["a keyword as a target", "A --> Note", 'AML7012 at 2:7 "Note"'],
    ["mermaid's own name of `[*]`", "A --> root_end", 'AML7013 at 2:7 "root_end"'],
    ["two statements on a line", "A --> B C --> D", 'AML7004 at 2:9 "C --> D"'],
    ["a target on the next line", "A -->\nB", 'AML7004 at 2:6 "\\n"'],
    ["a comment that is a character's code", "A --> B #note; C", 'AML7004 at 2:9 "#note; C"'],
    ["a state that is only declared", "A --> B\nstate C", 'AML7020 at 3:7 "C"'],
    ["a note on nothing", "A --> B\nnote right of C : x", 'AML7020 at 3:15 "C"'],
    ["a class of nothing", "A --> B\nclass A, C hot", 'AML7020 at 3:10 "C"'],
    ["a note without an end", "A --> B\nnote left of A\nwords", 'AML7027 at 3:1 "note left of A"'],
    ["a note that mermaid ends early", "A --> B\nnote left of A : x; y", 'AML7004 at 3:19 "; y"'],
    ["text behind a named state", 'state "x" as A : more\nA --> B', 'AML7004 at 2:16 ": more"'],
    ["an injection", "[*] --> x'); DROP TABLE todos;--", 'AML7013 at 2:9 "x\');"'],
    ["a second header", "A --> B\nstateDiagram-v2\nB --> C", 'AML7005 at 3:1 "stateDiagram-v2"'],
    ["a swallowed line", "A --> B : turn direction LR", 'AML7019 at 2:1 "A --> B : turn direction LR"'],
    ["nothing but a header", "", 'AML7028 at 1:1 "s"'],
  ])("%s", (_, body, refusal) => {
    expect(refusalsIn(`${v2}${body}`)).toEqual([refusal]);
  });
});
