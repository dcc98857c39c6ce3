import fc from "fast-check";
import { expect, it } from "vitest";
import { createPlan } from "../plan/create-plan.ts";
import type { StepState } from "../plan/plan.ts";
import { diagramIn, planIn } from "../testing/diagram-reading.ts";
import { sketchPlan } from "../testing/plan-sketch.ts";
import { renderMermaid } from "./render-mermaid.ts";

it("keeps direction, shapes, groups, passes and kinds of edges", () => {
  const plan = planIn(
    'flowchart LR\nS((go)) --> A["Try|type=loop|max_iter=2"]\nsubgraph Outer\nsubgraph inner["All checks"]\nG{ok?}\nend\nend\nA ==> G -->|yes| B[(Store)]\nG -->|no| C\nC -.-> B',
  );
  expect(renderMermaid(plan).trimEnd().split("\n")).toEqual([
    "flowchart LR",
    '  s0(("go"))',
    '  s1["Try (1 of 2)"]',
    '  s2["Try (2 of 2)"]',
    '  s4[("Store")]',
    '  s5["C"]',
    '  subgraph g0["Outer"]',
    '    subgraph g1["All checks"]',
    '      s3{"ok?"}',
    "    end",
    "  end",
    "  s0 --> s1",
    "  s2 ==> s3",
    '  s3 -->|"yes"| s4',
    '  s3 -->|"no"| s5',
    "  s5 -.-> s4",
    "  s1 --> s2",
  ]);
});

it("tells each step's status in words and as a class, and which edges a run took", () => {
  const plan = planIn("flowchart TB\nG{ok?} -->|yes| B\nG -->|no| C\nB --> D");
  const steps: readonly StepState[] = [
    { status: "done", attempt: 1, failures: 0, durationMs: 1200, label: "yes" },
    { status: "in_progress", attempt: 2, failures: 1 },
    { status: "skipped", attempt: 0, failures: 0, skipped: "routed" },
    { status: "pending", attempt: 0, failures: 0 },
  ];
  const lines = renderMermaid(plan, { steps, edges: ["live", "dead", "open"] }).split("\n");
  expect(lines.filter((line) => /^ {2}(?:s\d|linkStyle)/.test(line))).toEqual([
    '  s0{"ok?<br/>✓ done: yes, 1.2 s"}:::done',
    '  s1["B<br/>▸ in progress, attempt 2"]:::in_progress',
    '  s2["C<br/>- skipped, not taken"]:::skipped',
    '  s3["D<br/>· pending"]:::pending',
    '  s0 -->|"✓ yes"| s1',
    '  s0 -->|"no"| s2',
    "  s1 --> s3",
    "  linkStyle 1 stroke:#8c959f,stroke-dasharray: 7 5",
  ]);
  expect(lines.filter((line) => line.includes("classDef"))).toHaveLength(6);
});

it("ends the labels that lead nowhere", () => {
  const plan = planIn("stateDiagram-v2\nA : x|max_iter=1\nA --> A : again\nA --> [*] : done");
  expect(renderMermaid(plan)).toContain('s0 -->|"again"| end0(("ask a person"))');
  expect(renderMermaid(plan)).toContain('s0 -->|"done"| end1(("end"))');
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
      const plan = sketchPlan(nodes, edges);
      const { nodes: drawn, edges: read } = diagramIn(renderMermaid(plan, createPlan(plan)));
      expect(drawn.map(({ id }) => id)).toEqual(ids.map((_, index) => `s${index}`));
      expect(read.map(({ from, to }) => `${from} ${to}`)).toEqual(
        ids.slice(1).map((_, index) => `s${index} s${index + 1}`),
      );
    }),
    { numRuns: 1000 },
  );
});

it("shows control characters of labels, and never writes them", () => {
  const plan = sketchPlan([{ id: "a", label: "red \u001b[31m\u0007 \u202e" }], []);
  expect(renderMermaid(plan)).toContain('s0["red \\x1b[31m\\x07 \\x202e"]');
});
