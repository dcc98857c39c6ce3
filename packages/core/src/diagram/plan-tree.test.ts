import fc from "fast-check";
import { expect, it } from "vitest";
import type { PlanDefinition } from "../plan/plan.ts";
import { planIn } from "../testing/diagram-reading.ts";
import { sketchPlan } from "../testing/plan-sketch.ts";
import { planTree } from "./plan-tree.ts";

/** The rows as they would be written: `A`, `C after A B`, `yes`, `no -> C`. */
function written(plan: PlanDefinition): string[] {
  const idOf = (step: number | null) => (step === null ? "*" : (plan.nodes[step]?.id ?? "?"));
  return planTree(plan).map((row) => {
    if (row.kind === "edge")
      return `${row.rails}${row.edge.label ?? ""}${row.leadsOn ? "" : ` -> ${idOf(row.edge.to)}`}`;
    const after = row.after.length === 0 ? "" : ` after ${row.after.map(({ from }) => idOf(from)).join(" ")}`;
    return `${row.rails}${idOf(row.step)}${after}`;
  });
}

it.each([
  ["a chain is a list", "A --> B --> C", ["A", "B", "C"]],
  [
    "branches are indented, and where they meet the list goes on",
    "G{?} -->|yes| A --> B --> J\nG -->|no| C --> J\nJ --> K",
    ["G", "├─ yes", "│  A", "│  B", "└─ no", "   C", "J after B C", "K"],
  ],
  ["edges without a label need no line of their own", "A --> B & C --> D", ["A", "├─ B", "└─ C", "D after B C"]],
  [
    "a label that leads straight to where the branches meet is shown",
    "G{?} -->|yes| A --> J\nG -->|no| J",
    ["G", "├─ yes -> A", "└─ no -> J", "A", "J after A G"],
  ],
  [
    "gates in a row do not wander to the right for a common way out",
    "G{?} -->|yes| H{?} -->|yes| A\nG -->|no| F\nH -->|no| F",
    ["G", "├─ yes -> H", "└─ no -> F", "H", "├─ yes -> A", "└─ no -> F", "A", "F after G H"],
  ],
  [
    "branches within branches",
    "A --> G{?} & Z\nG -->|x| P\nG -->|y| Q\nP & Q --> R\nR & Z --> S",
    ["A", "├─ G", "│  ├─ x", "│  │  P", "│  └─ y", "│     Q", "│  R after P Q", "└─ Z", "S after R Z"],
  ],
  ["several starts stand one below the other", "A --> C\nB --> C", ["A", "B", "C after A B"]],
  [
    "two labels to one step",
    "G{?} -->|x| P\nG -->|y| P\nG -->|z| Q",
    ["G", "├─ x", "│  P", "├─ y -> P", "└─ z", "   Q"],
  ],
])("%s", (_what, edges, rows) => {
  expect(written(planIn(`flowchart TB\n${edges}`))).toEqual(rows);
});

it("a gate's label that ends a path leads nowhere", () => {
  const plan = sketchPlan(
    [{ id: "G", type: "gate" }, "A"],
    [
      ["G", "A", "go"],
      ["G", null, "stop"],
    ],
  );
  expect(written(plan)).toEqual(["G", "├─ go -> A", "└─ stop -> *", "A"]);
});

it("names every step once, below all that must have run, whatever the plan", () => {
  const arrows = fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 30 });
  fc.assert(
    fc.property(arrows, (pairs) => {
      const steps = Array.from({ length: 12 }, (_, index) => `n${index}`);
      const edges = pairs.filter(([from, to]) => from < to).map(([from, to]) => [`n${from}`, `n${to}`] as const);
      const plan = sketchPlan(steps, edges);
      const order = planTree(plan).flatMap((row) => (row.kind === "step" ? [row.step] : []));
      expect([...order].sort((one, other) => one - other)).toEqual(plan.nodes.map(({ index }) => index));
      for (const { from, to } of plan.edges) expect(order.indexOf(from)).toBeLessThan(order.indexOf(to ?? from));
    }),
  );
});

it("thousands of steps in a row and of branches in branches are written all the same", () => {
  const size = 5_000;
  const steps = Array.from({ length: size }, (_, index) => `n${index}`);
  const chain = steps.slice(1).map((step, index) => [`n${index}`, step] as const);
  expect(planTree(sketchPlan(steps, chain))).toHaveLength(size);
  const twice = steps.slice(1).map((step, index) => [`n${Math.floor(index / 2)}`, step] as const);
  const comb = steps.slice(1).map((step, index) => [`n${index - (index % 2)}`, step] as const);
  for (const edges of [twice, comb]) {
    const rails = planTree(sketchPlan(steps, edges)).map((row) => row.rails.length);
    expect(Math.max(...rails)).toBeLessThanOrEqual(33);
  }
});
