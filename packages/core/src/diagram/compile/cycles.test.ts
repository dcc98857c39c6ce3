import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPlan } from "../../plan/create-plan.ts";
import { compiledIn, edgesOfPlan, planIn, told } from "../../testing/diagram-reading.ts";
import { runThrough, statusesOf } from "../../testing/plan-walk.ts";

const lr = "flowchart LR\n";

describe("cycles that nothing bounds are refused, naming their edges (diagram.md 2)", () => {
  it.each([
    ["two steps", "A --> B --> A", "A -> B, B -> A", "only an edge from a gate can lead back, and `B` is none"],
    [
      "a step and itself",
      "S --> A --> A\nA --> B",
      "A -> A",
      "only an edge from a gate can lead back, and `A` is none",
    ],
    [
      "one that no start reaches",
      "S --> E\nX --> Y --> X",
      "X -> Y, Y -> X",
      "only an edge from a gate can lead back, and `Y` is none",
    ],
    [
      "a gate without a bound",
      "A --> G{q} -->|no| A\nG -->|yes| B",
      "A -> G, G -> A",
      "say how often with `max_iter` on the gate `G`",
    ],
    [
      "a labelled edge back that is no gate's",
      "A --> B -->|no| A",
      "A -> B, B -> A",
      "only an edge from a gate can lead back, and `B` is none",
    ],
    [
      "one with two ways in",
      'S --> A --> B{"q|type=gate|max_iter=2"}\nS --> B\nB -->|x| A\nB -->|y| C',
      "A -> B, B -> A",
      "the cycle has more than one way in, or no gate closes it",
    ],
    [
      "only the shortest way round",
      "A --> B --> C --> D --> A\nB --> D",
      "A -> B, B -> D, D -> A",
      "only an edge from a gate can lead back, and `D` is none",
    ],
  ])("%s", (_, body, edges, help) => {
    const { plan, diagnostics } = compiledIn(lr + body);
    const [refusal, ...others] = diagnostics.filter(({ severity }) => severity === "error");
    expect(plan).toBeNull();
    expect(others).toEqual([]);
    expect(refusal?.message).toBe(`the diagram has a cycle: ${edges}`);
    expect(refusal?.help).toBe(help);
  });

  it("shortens long ones", () => {
    const ids = Array.from({ length: 30 }, (_, index) => `n${index}`);
    const [refusal] = compiledIn(`${lr}${ids.join(" --> ")} --> n0`).diagnostics;
    expect(refusal?.message).toBe(
      "the diagram has a cycle: n0 -> n1, n1 -> n2, n2 -> n3, n3 -> n4, n4 -> n5, n5 -> n6, ..., n29 -> n0",
    );
  });

  it("reports every edge back", () => {
    const { diagnostics } = compiledIn(`${lr}A --> B --> A\nC --> D --> C`);
    expect(diagnostics.map(told)).toEqual([
      "AML7001 error: the diagram has a cycle: A -> B, B -> A",
      "AML7001 error: the diagram has a cycle: C -> D, D -> C",
    ]);
  });
});

it("reports twenty cycles and no more", () => {
  const lines = Array.from({ length: 30 }, (_, index) => `a${index} --> b${index} --> a${index}`);
  expect(compiledIn(lr + lines.join("\n")).diagnostics).toHaveLength(20);
});

describe("bounded cycles are copied once for each pass", () => {
  it("with the way in at the first and the way out of each", () => {
    const text = `${lr}S --> A --> G{"ok?|type=gate|max_iter=2"}\nG -->|no| A\nG -->|yes| Z`;
    expect(planIn(text).nodes.map(({ id, iter }) => [id, iter])).toEqual([
      ["S", undefined],
      ["A::iter_1", 1],
      ["A::iter_2", 2],
      ["G::iter_1", 1],
      ["G::iter_2", 2],
      ["Z", undefined],
    ]);
    expect(edgesOfPlan(planIn(text))).toEqual([
      "S -> A::iter_1",
      "A::iter_1 -> G::iter_1",
      "A::iter_2 -> G::iter_2",
      "G::iter_1 -(no)-> A::iter_2",
      "G::iter_2 -(no)-> !",
      "G::iter_1 -(yes)-> Z",
      "G::iter_2 -(yes)-> Z",
    ]);
  });

  it("around a single gate", () => {
    expect(edgesOfPlan(planIn(`${lr}G{"q|type=gate|max_iter=2"} -->|again| G\nG -->|on| Z`))).toEqual([
      "G::iter_1 -(again)-> G::iter_2",
      "G::iter_2 -(again)-> !",
      "G::iter_1 -(on)-> Z",
      "G::iter_2 -(on)-> Z",
    ]);
  });

  it("without the steps that only lie beside them", () => {
    const text = `${lr}A --> M --> G{"q|type=gate|max_iter=2"}\nG -->|no| A\nG -->|yes| Z\nA --> Log --> Z`;
    expect(planIn(text).nodes.map(({ id }) => id)).toEqual([
      "A::iter_1",
      "A::iter_2",
      "M::iter_1",
      "M::iter_2",
      "G::iter_1",
      "G::iter_2",
      "Z",
      "Log",
    ]);
    expect(edgesOfPlan(planIn(text)).filter((edge) => edge.includes("Log"))).toEqual([
      "A::iter_1 -> Log",
      "A::iter_2 -> Log",
      "Log -> Z",
    ]);
  });

  it("where a state diagram begins with one", () => {
    const text = "stateDiagram-v2\n[*] --> A\nA --> B\nB : x|max_iter=2\nB --> A : no\nB --> [*] : yes";
    expect(edgesOfPlan(planIn(text))).toEqual([
      "A::iter_1 -> B::iter_1",
      "A::iter_2 -> B::iter_2",
      "B::iter_1 -(no)-> A::iter_2",
      "B::iter_2 -(no)-> !",
      "B::iter_1 -(yes)-> *",
      "B::iter_2 -(yes)-> *",
    ]);
  });

  it("which begins where `[*]` leads, whatever the diagram names first", () => {
    const text = "stateDiagram-v2\nB : x|max_iter=2\n[*] --> A\nA --> B\nB --> A : no\nB --> [*] : yes";
    expect(edgesOfPlan(planIn(text))).toContain("B::iter_1 -(no)-> A::iter_2");
  });

  it("closed by two gates, the smaller bound counts for both", () => {
    const text = `${lr}A --> G{"q|type=gate|max_iter=3"}\nG -->|no| A\nG -->|yes| H{"r|type=gate|max_iter=2"}\nH -->|no| A\nH -->|yes| Z`;
    expect(planIn(text).nodes.map(({ id }) => id)).toEqual([
      "A::iter_1",
      "A::iter_2",
      "G::iter_1",
      "G::iter_2",
      "H::iter_1",
      "H::iter_2",
      "Z",
    ]);
  });

  it("inside another, and around a loop: the passes multiply, the outer first in the id", () => {
    const text = `${lr}A --> L["x|type=loop|max_iter=2"] --> G{"q|type=gate|max_iter=2"}\nG -->|no| L\nG -->|yes| H{"r|type=gate|max_iter=2"}\nH -->|no| A\nH -->|yes| Z`;
    const plan = planIn(text);
    const ids = plan.nodes.map(({ id }) => id);
    expect(ids).toHaveLength(2 + 8 + 4 + 2 + 1);
    expect(ids).toContain("L::iter_2::iter_1::iter_2");
    expect(plan.nodes.find(({ id }) => id === "L::iter_2::iter_1::iter_2")).toMatchObject({
      iter: 2,
      maxIter: 2,
      origin: "L",
    });
    const edges = edgesOfPlan(plan);
    expect(edges).toContain("A::iter_2 -> L::iter_2::iter_1::iter_1");
    expect(edges).toContain("L::iter_2::iter_1::iter_2 -> G::iter_2::iter_1");
    expect(edges).toContain("G::iter_2::iter_1 -(no)-> L::iter_2::iter_2::iter_1");
    expect(edges).toContain("G::iter_2::iter_2 -(no)-> !");
    expect(edges).toContain("G::iter_1::iter_2 -(yes)-> H::iter_1");
    expect(edges).toContain("H::iter_1 -(no)-> A::iter_2");
    expect(edges).toContain("H::iter_2 -(no)-> !");
  });

  it("may be bounded by the gate's step, which wins over the diagram", () => {
    const text = `${lr}A --> G{"q|type=gate|max_iter=9"}\nG -->|no| A\nG -->|yes| Z`;
    const place = { source: { file: "x", text: "", lineStarts: [0] }, start: 0, end: 0 };
    const step = {
      kind: "step" as const,
      node: "G",
      settings: new Map([["max_iter" as const, { value: "2", place }]]),
      brief: "",
      body: { source: place.source, offset: 0, text: "" },
      place,
    };
    expect(planIn(text, { steps: [step] }).nodes.filter(({ origin }) => origin === "G")).toHaveLength(2);
  });

  it("are refused when their copies are too many", () => {
    const { diagnostics } = compiledIn(
      `${lr}A["x|type=loop|max_iter=1000"] --> G{"q|type=gate|max_iter=11"}\nG -->|no| A\nG -->|yes| Z`,
    );
    expect(diagnostics.map(told)).toEqual(["AML7045 error: the plan has more than 10000 nodes"]);
  });
});

it("every plan that compiles can be run to its end, whatever its gates answer", () => {
  const arc = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }), fc.constantFrom("x", "y", ""));
  fc.assert(
    fc.property(fc.array(arc, { minLength: 1, maxLength: 12 }), fc.constantFrom("x", "y"), (arcs, answer) => {
      const nodes = Array.from({ length: 7 }, (_, id) => `n${id}{"q|max_iter=2|type=gate"}\n`);
      const gates = new Set(
        arcs
          .filter(
            ([from]) =>
              new Set(arcs.filter((each) => each[0] === from && each[2] !== "").map((each) => each[2])).size > 1 &&
              arcs.every((each) => each[0] !== from || each[2] !== ""),
          )
          .map(([from]) => from),
      );
      const lines = arcs.map(([from, to, label]) => `n${from} --> ${label === "" ? "" : `|${label}| `}n${to}\n`);
      const { plan: definition } = compiledIn(lr + nodes.filter((_, id) => gates.has(id)).join("") + lines.join(""));
      if (definition === null) return;
      const plan = createPlan(definition);
      const labels = Object.fromEntries(definition.nodes.map(({ id }) => [id, answer]));
      runThrough(plan, labels);
      const open = Object.values(statusesOf(plan)).filter((status) => status === "in_progress");
      expect(open).toEqual([]);
      const isAsking = Object.values(statusesOf(plan)).some((status) => status === "waiting" || status === "blocked");
      if (!isAsking)
        expect(Object.values(statusesOf(plan)).every((status) => status === "done" || status === "skipped")).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
