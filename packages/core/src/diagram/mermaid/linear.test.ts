import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diagramIn } from "../../testing/diagram-reading.ts";
import { parseDiagram } from "./parse-diagram.ts";

const size = 100_000;

// Everything that opens, closes, parts or joins something in either grammar, and white space of every kind.
const pieces = [
  ..."AxovZ19é日[](){}<>|\"'`-=.~&;:,#%@*!?/\\^_ \t\n\r\u2028\u00a0",
  ...'--> ==> -.-> --- <--> ~~~ -- == -. .-> --x [[ ]] (( )) {{ }} [/ /] [( )] (- -) @{ ::: :: %% %%{ }%% "` `" <br>'.split(
    " ",
  ),
  ..."end end\n|subgraph |style A fill:#f00;|classDef x |class A x|click A |direction LR|accDescr {|accTitle:|e1@-->".split(
    "|",
  ),
  ..."[*]|state |note right of A|end note|<<choice>>|#59;|A[x]|A --> B\n|type=tool|max_iter=3|\uFEFF|\uD83D|---\n".split(
    "|",
  ),
];
const headers = [
  "flowchart LR\n",
  "graph TD;",
  "stateDiagram-v2\n",
  "",
  "---\n",
  "%%{init: {",
  "flowchart LR\nsubgraph a\n",
];
const adversarial = fc
  .tuple(fc.constantFrom(...headers), fc.array(fc.constantFrom(...pieces), { maxLength: 60 }))
  .map(([header, rest]) => header + rest.join(""));

describe("any text", () => {
  it("is a whole diagram or at least one error, and never throws", () => {
    fc.assert(
      fc.property(fc.oneof(adversarial, fc.string({ unit: "binary" })), (text) => {
        const { diagram, diagnostics } = parseDiagram(text);
        const errors = diagnostics.filter(({ severity }) => severity === "error");
        expect(errors.length === 0).toBe(diagram !== null);
        for (const { start, end } of diagnostics) {
          expect(start.offset).toBeLessThanOrEqual(end.offset);
          expect(end.offset).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it("draws edges between its nodes only, and each node once", () => {
    fc.assert(
      fc.property(adversarial, (text) => {
        const { diagram } = parseDiagram(text);
        if (diagram === null) return;
        const ids = new Set(diagram.nodes.map(({ id }) => id));
        expect(ids.size).toBe(diagram.nodes.length);
        for (const { from, to } of diagram.edges) expect(ids.has(from) && (to === null || ids.has(to))).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});

describe("a text of a hundred thousand characters is read without a hang or an overflow", () => {
  const repeated = [
    ...pieces,
    "A & ",
    "A-->",
    "A -- ",
    "A -->|",
    "A[",
    'A["',
    "A@{a: 1, ",
    "subgraph a\n",
    "1,",
    "a@",
    "%% a\n",
    "direction LR ",
    "<a ",
    '="',
    "a:b ",
    "style:#;a ",
    "|a=b",
    "a-->b\n",
    "state a\n",
    "note left of a\n",
  ];
  it.each(repeated.map((piece) => [piece] as const))("%j", (piece) => {
    for (const header of ["flowchart LR\n", "flowchart LR\nA[", "stateDiagram-v2\n", "stateDiagram-v2\nA : "]) {
      const { diagram, diagnostics } = parseDiagram(header + piece.repeat(size / piece.length));
      expect(diagram !== null || diagnostics.length > 0).toBe(true);
    }
  });
});

it.each([
  ["in a setting", (space: string) => `flowchart LR\nA["x|run=a${space}b"]`],
  ["in a title", (space: string) => `---\ntitle: a${space}b\n---\nflowchart LR\nA`],
  ["in a label", (space: string) => `flowchart LR\nA -- a${space}b --> B[c${space}d]`],
  ["in node data", (space: string) => `flowchart LR\nA@{ label: a${space}b }`],
  ["in a description", (space: string) => `stateDiagram-v2\nA : a${space}b`],
])("reads a hundred thousand spaces %s", (_, text) => {
  expect(diagramIn(text(" ".repeat(size))).nodes[0]?.id).toBe("A");
});

it("reads a chain of a hundred thousand nodes, on lines of their own and on one", () => {
  const ids = Array.from({ length: size }, (_, index) => `n${index}`);
  const lines = ids.slice(1).map((id, index) => ` n${index}[Step ${index}] --> ${id}`);
  for (const text of [`flowchart LR\n${lines.join("\n")}`, `flowchart LR\n${ids.join("-->")}`]) {
    const { nodes, edges } = diagramIn(text);
    expect([nodes.length, edges.length]).toEqual([size, size - 1]);
  }
});
