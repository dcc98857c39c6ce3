import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type DrawnGraph, drawnByMermaid, drawnGraph, withoutDecoration } from "../../testing/drawn-graph.ts";
import { parseDiagram } from "./parse-diagram.ts";

/**
 * What is refused although mermaid draws it (diagram.md 2): arrows without a direction, edges to subgraphs, nested states, no nodes at all, and
 * a style that brings a node into the picture which stands nowhere else.
 */
const refusals = new Set(["AML7014", "AML7016", "AML7020", "AML7026", "AML7028"]);

/** Mermaid and we draw the same graph of a text, or it is refused for a reason that a plan has; whether it was accepted. */
function isAcceptedAlike(text: string, drawn: DrawnGraph | null): boolean {
  const { diagram, diagnostics } = parseDiagram(text);
  if (diagram === null) {
    const codes = diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
    expect(drawn === null || codes.every((code) => refusals.has(code)), `${codes.join(", ")}:\n${text}`).toBe(true);
    return false;
  }
  if (drawn === null) expect.fail(`mermaid refuses what was accepted:\n${text}`);
  expect(drawnGraph(diagram), text).toEqual(withoutDecoration(drawn, diagram));
  return true;
}

function acceptedOf(texts: readonly string[]): number {
  const drawn = drawnByMermaid(texts);
  return texts.filter((text, index) => isAcceptedAlike(text, drawn[index] ?? null)).length;
}

const flowchart = (...lines: string[]) => `flowchart LR\n  ${lines.join("\n  ")}\n`;
const states = (...lines: string[]) => `stateDiagram-v2\n  ${lines.join("\n  ")}\n`;

describe("mermaid itself", () => {
  const features: readonly (readonly [string, string])[] = [
    ["directions and semicolons", "graph TB;\nA-->B;B-->C;"],
    ["front matter, directives and comments", "---\ntitle: T\n---\n%%{init: {}}%%\n%% note\nflowchart TD\nA --> B\n"],
    ["shapes in brackets", flowchart("A[a] --> B(b) --> C([c]) --> D[[d]] --> E[(e)] --> F((f)) --> G>g]")],
    [
      "more shapes in brackets",
      flowchart("A{a} --> B{{b}} --> C[/c/] --> D[\\d\\] --> E[/e\\] --> F[\\f/] --> G(((g)))"),
    ],
    ["shapes by name", flowchart('A@{ shape: rect, label: "one" } --> B@{ shape: diamond, label: "two" }')],
    ["quoted labels that look like syntax", flowchart('A["a --> b | [c]"] --> B["(d) {e}"]')],
    ["markdown strings", flowchart('A["`**bold** text`"] --> B')],
    ["labels of several lines", flowchart('A["one\ntwo"] --> B[three<br/>four]')],
    ["ids with dots, hyphens, digits and letters of any script", flowchart("a.b --> c-d --> 1e --> été --> 步骤")],
    ["a later label wins", flowchart("A[one] --> B", "A[two]")],
    ["every arrow, of any length", flowchart("A --> B", "B ==> C", "C -.-> D", "D ----> E", "E ====> F", "F -...-> G")],
    [
      "labels on arrows, in each spelling",
      flowchart("A -->|one| B", "B -- two --> C", "C == three ==> D", "D -. four .-> E"),
    ],
    ["quoted labels on arrows", flowchart('A -->|"one | two"| B', 'B -- "three" --> C')],
    ["no spaces", flowchart("A-->B-->C", "C-->|x|D")],
    ["chains and ampersands", flowchart("A & B --> C & D --> E")],
    [
      "what is only looks",
      flowchart(
        "A --> B",
        "style A fill:#fff",
        "classDef k fill:#000",
        "class A k",
        "B:::k --> C",
        "linkStyle 0 stroke:red",
      ),
    ],
    ["clicks", flowchart("A --> B", 'click A "https://example.org" "tip"', "click B call go()")],
    [
      "subgraphs",
      flowchart("subgraph S [Some steps]", "direction TB", "A --> B", "subgraph T", "C", "end", "end", "B --> C"),
    ],
    ["titles and descriptions for reading aloud", flowchart("accTitle: A title", "accDescr: Some words", "A --> B")],
    ["edges with ids", flowchart("A e1@--> B", "e1@{ animate: true }")],
    ["codes of characters", flowchart('A["#quot;a#quot;"] --> B["#35;1"]')],
    ["states", states("[*] --> A", "A --> B: go", "B --> C:tight", "C --> [*]")],
    ["names of states", states('state "A long name" as A', "B : a description", "A --> B")],
    [
      "choices, forks and joins",
      states("state C <<choice>>", "A --> C", "C --> B: x", "C --> D: y", "state F <<fork>>", "B --> F", "F --> E"),
    ],
    ["notes", states("A --> B", "note right of A : words", "note left of B", "more words", "end note")],
    ["labels with colons", states("A --> B: at 10:30: go", "B --> A: {x}")],
    ["the older header", "stateDiagram\n  A --> B\n"],
  ];

  let drawn: readonly (DrawnGraph | null)[] = [];

  beforeAll(() => {
    drawn = drawnByMermaid(features.map(([, text]) => text));
  });

  it.each(features.map(([what, text], index) => [what, text, index] as const))(
    "draws the same: %s",
    (_, text, index) => {
      expect(isAcceptedAlike(text, drawn[index] ?? null)).toBe(true);
    },
  );

  const id = fc.constantFrom("A", "B", "C1", "d-e", "f.g", "h_i", "end1", "步", "x");
  const words = fc.constantFrom("one", "two words", "a-b", "ü", "50 %", "x: y", "q?", "");
  const label = fc.oneof(
    words.map((text) => `[${text === "" ? "z" : text}]`),
    words.map((text) => `["${text} (|) --> [${text}]"]`),
    fc.constantFrom("(r)", "([s])", "((c))", "{d}", "{{h}}", "[/p/]", "", "", ""),
  );
  const node = fc.tuple(id, label).map(([name, written]) => `${name}${written}`);
  const arrow = fc.constantFrom(
    ...["-->", "==>", "-.->", "---->", "-->|x|", "-- y -->", '-->|"a | b"|', "== z ==>", "-. w .->", "--->|50 %|"],
  );
  const line = fc.oneof(
    fc.tuple(node, arrow, node, fc.constantFrom("", ";")).map(([a, b, c, d]) => `${a} ${b} ${c}${d}`),
    fc.tuple(id, arrow, id).map((parts) => parts.join("")),
    fc.tuple(node, arrow, node, arrow, node).map((parts) => parts.join(" ")),
    fc.tuple(node, node, arrow, node).map(([a, b, c, d]) => `${a} & ${b} ${c} ${d}`),
    node,
    fc.constantFrom("direction LR", "style A fill:#f9f", "classDef k fill:#f9f", "%% only a comment", ""),
  );
  const body = fc.array(line, { minLength: 1, maxLength: 8 });
  const flowcharts = fc
    .tuple(fc.constantFrom("flowchart LR", "graph TD", "flowchart", "graph TB;"), body, body, fc.boolean())
    .map(([header, outside, inside, isGrouped]) =>
      [header, ...outside, ...(isGrouped ? ["subgraph Grp [G]", ...inside, "end"] : inside)].join("\n"),
    );

  it("draws the same of any flowchart that is accepted, and most of them are", () => {
    expect(acceptedOf(fc.sample(flowcharts, { numRuns: 400, seed: 5 }))).toBeGreaterThan(200);
  });

  const state = fc.constantFrom("A", "B", "Long_name", "C2", "é");
  const transition = fc
    .tuple(
      fc.oneof(state, fc.constant("[*]")),
      fc.oneof(state, fc.constant("[*]")),
      words,
      fc.constantFrom(": ", ":", " : "),
    )
    .filter(([from, to]) => from !== "[*]" || to !== "[*]")
    .map(([from, to, text, colon]) => `${from} --> ${to}${text === "" ? "" : `${colon}${text}`}`);
  const statement = fc.oneof(
    transition,
    fc.tuple(state, words).map(([name, text]) => (text === "" ? name : `${name} : ${text}`)),
    state.map((name) => `state "The ${name}" as ${name}`),
    fc.constantFrom("direction LR", "%% a comment", "note right of A : words"),
  );
  const stateDiagrams = fc.array(statement, { minLength: 1, maxLength: 8 }).map((lines) => states(...lines));

  it("draws the same of any state diagram that is accepted, and most of them are", () => {
    expect(acceptedOf(fc.sample(stateDiagrams, { numRuns: 400, seed: 5 }))).toBeGreaterThan(200);
  });
});
