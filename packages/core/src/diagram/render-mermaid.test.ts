import fc from "fast-check";
import { expect, it } from "vitest";
import type { StepStatus } from "../plan/plan.ts";
import { diagramIn, planIn } from "../testing/diagram-reading.ts";
import { sketchPlan } from "../testing/plan-sketch.ts";
import { renderMermaid } from "./render-mermaid.ts";

it("draws steps with their statuses, gates, passes and where paths end", () => {
  const plan = planIn(
    'flowchart LR\nS((go)) --> A["Try|type=loop|max_iter=2"]\nsubgraph Checks\nG{ok?}\nend\nA ==> G -->|yes| B\nG -->|no| C\nC -.-> B',
  );
  const statuses: Readonly<Record<string, StepStatus>> = { S: "done", "A::iter_1": "done", "A::iter_2": "in_progress" };
  const [, ...lines] = renderMermaid(plan, (step) => statuses[step]).split("\n");
  expect(lines.filter((line) => line !== "" && !line.includes("classDef"))).toEqual([
    '    s0("go"):::done',
    '    s1["Try (1 of 2)"]:::done',
    '    s2["Try (2 of 2)"]:::in_progress',
    '    s4["B"]',
    '    s5["C"]',
    '  subgraph "Checks"',
    '    s3{"ok?"}',
    "  end",
    "  s0 --> s1",
    "  s2 ==> s3",
    '  s3 -->|"yes"| s4',
    '  s3 -->|"no"| s5',
    "  s5 -.-> s4",
    "  s1 --> s2",
  ]);
});

it("ends the labels that lead nowhere", () => {
  const plan = planIn("stateDiagram-v2\nA : x|max_iter=1\nA --> A : again\nA --> [*] : done");
  expect(renderMermaid(plan, () => undefined)).toContain('s0 -->|"again"| end0(("ask a person"))');
  expect(renderMermaid(plan, () => undefined)).toContain('s0 -->|"done"| end1(("end"))');
});

it("is read back as the graph it was drawn from, whatever its labels say", () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '"',
      "`x`",
      "#35;",
      "a\nb",
      "direction LR",
      "%%{x",
      "style a:#f00; b",
      "x;classDef y:#1;z",
      "]",
      "|",
      '<b c="d">',
    ),
  );
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), text, (labels, edgeLabel) => {
      const ids = labels.map((_, index) => `n${index}`);
      const nodes = ids.map((id, index) => ({ id, label: labels[index] ?? "" }));
      const edges = ids.slice(1).map((id, index) => [`n${index}`, id, edgeLabel] as const);
      const { nodes: drawn, edges: read } = diagramIn(renderMermaid(sketchPlan(nodes, edges), () => "done"));
      expect(drawn.map(({ id }) => id)).toEqual(ids.map((_, index) => `s${index}`));
      expect(read.map(({ from, to }) => `${from} ${to}`)).toEqual(
        ids.slice(1).map((_, index) => `s${index} s${index + 1}`),
      );
    }),
    { numRuns: 1000 },
  );
});
