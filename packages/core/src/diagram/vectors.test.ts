import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createPlan } from "../plan/create-plan.ts";
import type { StepStatus } from "../plan/plan.ts";
import { planIn } from "../testing/diagram-reading.ts";
import { runThrough, statusesOf } from "../testing/plan-walk.ts";

interface Vector {
  readonly name: string;
  readonly diagram: string;
  readonly answers: Readonly<Record<string, string>>;
  readonly expect: Readonly<Record<string, StepStatus>>;
  readonly order: readonly string[];
}

// One of each kind, so that the rules hold where the published ones are not at hand.
const own: readonly Vector[] = [
  {
    name: "a gate, a branch routed away, a join",
    diagram: 'flowchart LR\n G{"q|type=gate"} -->|yes| B\n G -->|no| C\n C --> D\n B --> E\n D --> E\n',
    answers: { G: "Yes" },
    expect: { G: "done", B: "done", C: "skipped", D: "skipped", E: "done" },
    order: ["G", "B", "E"],
  },
  {
    name: "a gate straight to the join",
    diagram: "flowchart LR\n G{q} -->|yes| B\n G -->|no| D\n B --> D\n",
    answers: { G: "no" },
    expect: { G: "done", B: "skipped", D: "done" },
    order: ["G", "D"],
  },
  {
    name: "a loop as the target of a gate, and a fallback",
    diagram: 'flowchart LR\n G{q} -->|go| B\n G -->|otherwise| L["x|type=loop|max_iter=2"]\n B --> Z\n L --> Z\n',
    answers: { G: "again" },
    expect: { G: "done", B: "skipped", "L::iter_1": "done", "L::iter_2": "done", Z: "done" },
    order: ["G", "L::iter_1", "L::iter_2", "Z"],
  },
  {
    name: "a bounded cycle that ends in its second pass",
    diagram: 'flowchart LR\n A --> G{"ok?|type=gate|max_iter=3"}\n G -->|no| A\n G -->|yes| Z\n',
    answers: { "G::iter_1": "no", "G::iter_2": "yes" },
    expect: {
      "A::iter_1": "done",
      "G::iter_1": "done",
      "A::iter_2": "done",
      "G::iter_2": "done",
      "A::iter_3": "skipped",
      "G::iter_3": "skipped",
      Z: "done",
    },
    order: ["A::iter_1", "G::iter_1", "A::iter_2", "G::iter_2", "Z"],
  },
  {
    name: "a bounded cycle that is used up asks a person",
    diagram: 'flowchart LR\n A --> G{"ok?|type=gate|max_iter=2"}\n G -->|no| A\n G -->|yes| Z\n',
    answers: { "G::iter_1": "no", "G::iter_2": "no" },
    expect: {
      "A::iter_1": "done",
      "G::iter_1": "done",
      "A::iter_2": "done",
      "G::iter_2": "waiting",
      Z: "pending",
    },
    order: ["A::iter_1", "G::iter_1", "A::iter_2", "G::iter_2"],
  },
  {
    name: "the end of a state diagram as the answer of a gate",
    diagram:
      "stateDiagram-v2\n state ok <<choice>>\n [*] --> ok\n ok --> [*] : yes\n ok --> Mend : no\n Mend --> [*]\n",
    answers: { ok: "yes" },
    expect: { ok: "done", Mend: "skipped" },
    order: ["ok"],
  },
];

const shared = new URL("../../../../../shared/cases/diagram/vectors.json", import.meta.url);
const published: readonly Vector[] = existsSync(shared) ? JSON.parse(readFileSync(shared, "utf8")) : [];

describe.each([
  ["the vectors that must hold (diagram.md 7)", own],
  ["the published vectors, where they are at hand", published],
])("%s", (_, vectors) => {
  it.skipIf(vectors.length > 0)("are skipped", () => {});

  it.each(vectors)("$name", ({ diagram, answers, expect: statuses, order }) => {
    const plan = createPlan(planIn(diagram));
    expect(runThrough(plan, answers)).toEqual(order);
    expect(statusesOf(plan)).toEqual(statuses);
  });
});
