import { describe, expect, it } from "vitest";
import { compiledIn, edgesOfPlan, planIn, told } from "../../testing/diagram-reading.ts";

const lr = "flowchart LR\n";

/** The type of each step, and the hints about them. */
function typesIn(text: string) {
  const { plan, diagnostics } = compiledIn(text);
  return {
    types: plan?.nodes.map(({ id, type }) => `${id}:${type}`).join(" "),
    hints: diagnostics.filter(({ severity }) => severity === "hint").map(({ code }) => code),
  };
}

describe("what a step is follows from what is written, else from shape and edges (diagram.md 2)", () => {
  it.each([
    ["a step is a prompt", `${lr}A --> B`, "A:prompt B:prompt", []],
    ["a written type wins", `${lr}A["x|type=manual"] --> B@{ type: session }`, "A:manual B:session", []],
    [
      "a diamond with different labels is a gate",
      `${lr}A{ok?} -->|yes| B\nA -->|no| C`,
      "A:gate B:prompt C:prompt",
      ["AML7042"],
    ],
    [
      "so is one drawn by name",
      `${lr}A@{ shape: decision } -->|yes| B\nA -->|no| C`,
      "A:gate B:prompt C:prompt",
      ["AML7042"],
    ],
    ["a diamond with one edge unlabelled is none", `${lr}A{ok?} -->|yes| B\nA --> C`, "A:prompt B:prompt C:prompt", []],
    ["a diamond with one label twice is none", `${lr}A{ok?} -->|go| B\nA -->|Go | C`, "A:prompt B:prompt C:prompt", []],
    ["a diamond with one edge is none", `${lr}A{ok?} -->|yes| B`, "A:prompt B:prompt", []],
    ["type=prompt turns it off", `${lr}A{"ok?|type=prompt"} -->|yes| B\nA -->|no| C`, "A:prompt B:prompt C:prompt", []],
    ["labels out of a rectangle are just labels", `${lr}A -->|yes| B\nA -->|no| C`, "A:prompt B:prompt C:prompt", []],
    [
      "a choice is a gate",
      "stateDiagram-v2\nstate c <<choice>>\nc --> A : x\nc --> B : y",
      "c:gate A:prompt B:prompt",
      [],
    ],
    [
      "a state with two labelled transitions is a gate",
      "stateDiagram-v2\nA --> B : x\nA --> [*] : y",
      "A:gate B:prompt",
      ["AML7042"],
    ],
    ["a state with one is none", "stateDiagram-v2\nA --> B : x\nA --> C", "A:prompt B:prompt C:prompt", []],
    [
      "a described state may say so",
      "stateDiagram-v2\nA : x|type=prompt\nA --> B : x\nA --> C : y",
      "A:prompt B:prompt C:prompt",
      [],
    ],
    [
      "forks and joins pass",
      "stateDiagram-v2\nstate f <<fork>>\nstate j <<join>>\nf --> A\nA --> j\nj --> B",
      "f:pass j:pass A:prompt B:prompt",
      [],
    ],
    ["circles at the ends pass", `${lr}S((go)) --> A --> E([end])`, "S:pass A:prompt E:pass", []],
    ["circles in the middle do not", `${lr}S --> A((a)) --> B([b]) --> E`, "S:prompt A:prompt B:prompt E:prompt", []],
    ["a circle with a setting does not", `${lr}S(("go|model=fast")) --> A`, "S:prompt A:prompt", []],
    [
      "start, stop and fork by name pass",
      `${lr}S@{ shape: sm-circ } --> F@{ shape: fork } --> A --> E@{ shape: fr-circ }`,
      "S:pass F:pass A:prompt E:pass",
      [],
    ],
  ])("%s", (_, text, types, hints) => {
    expect(typesIn(text)).toEqual({ types, hints });
  });
});

describe("gates that could not be decided are refused", () => {
  it.each([
    [
      "one edge",
      `${lr}A{"q|type=gate"} -->|yes| B`,
      ["AML7041 error: the gate `A` has fewer than two different labels (yes)"],
    ],
    [
      "no edge",
      `${lr}B --> A{"q|type=gate"}`,
      ["AML7041 error: the gate `A` has fewer than two different labels (none)"],
    ],
    [
      "one label twice",
      `${lr}A{"q|type=gate"} -->|yes| B\nA -->|yes| C`,
      ["AML7041 error: the gate `A` has fewer than two different labels (yes)"],
    ],
    [
      "labels that differ by case only",
      `${lr}A{"q|type=gate"} -->|Yes| B\nA -->|" yes "| C`,
      ["AML7041 error: the gate `A` has fewer than two different labels (yes)"],
    ],
    [
      "an edge without a label",
      `${lr}A{"q|type=gate"} -->|yes| B\nA -->|no| C\nA --> D`,
      ["AML7040 error: an edge out of the gate `A` has no label"],
    ],
    [
      "a blank label",
      `${lr}A{"q|type=gate"} -->|yes| B\nA -->| | C`,
      ["AML7040 error: an edge out of the gate `A` has no label"],
    ],
    [
      "an unlabelled end of a state",
      "stateDiagram-v2\nA --> B : x\nA --> C : y\nA --> [*]",
      ["AML7040 error: an edge out of the gate `A` has no label"],
    ],
  ])("%s", (_, text, expected) => {
    const { plan, diagnostics } = compiledIn(text);
    expect(plan).toBeNull();
    expect(diagnostics.filter(({ severity }) => severity === "error").map(told)).toEqual(expected);
  });
});

it("keeps several edges of one label, two labels to one node, and labels without a target", () => {
  expect(edgesOfPlan(planIn(`${lr}A{q} -->|x| B\nA -->|x| C\nA -->|y| C`))).toEqual([
    "A -(x)-> B",
    "A -(x)-> C",
    "A -(y)-> C",
  ]);
  expect(edgesOfPlan(planIn("stateDiagram-v2\n[*] --> A\nA --> B : x\nA --> [*] : y\nB --> [*]"))).toEqual([
    "A -(x)-> B",
    "A -(y)-> *",
  ]);
});

it("marks the labels that are taken when no other is decided", () => {
  const { edges } = planIn(
    `${lr}A{q} -->|yes| B\nA -->|Default| C\nA -->|else| D\nA -->|otherwise| E\nB -->|default| C`,
  );
  expect(edges.map(({ label, fallback }) => [label, fallback])).toEqual([
    ["yes", false],
    ["Default", true],
    ["else", true],
    ["otherwise", true],
    ["default", false],
  ]);
});

describe("the simple mode (diagram.md 2)", () => {
  const chain = (length: number) => lr + Array.from({ length }, (_, index) => `n${index}`).join(" --> ");
  it.each([
    ["holds 15 nodes", chain(15), []],
    ["holds no more", chain(16), ["AML7046 error: the simple mode cannot hold 16 nodes: use the advanced one"]],
    [
      "holds no gate",
      `${lr}A{"q|type=gate"} -->|x| B\nA -->|y| C`,
      ["AML7046 error: the simple mode cannot hold the gate `A`: use the advanced one"],
    ],
    [
      "holds no inferred gate",
      `${lr}A{q} -->|x| B\nA -->|y| C`,
      ["AML7046 error: the simple mode cannot hold the gate `A`: use the advanced one"],
    ],
    [
      "holds no loop",
      `${lr}A["x|type=loop|max_iter=2"] --> B`,
      ["AML7046 error: the simple mode cannot hold the loop `A`: use the advanced one"],
    ],
    ["holds no cycle", `${lr}A --> B --> A`, ["AML7001 error: the diagram has a cycle: A -> B, B -> A"]],
  ])("%s", (_, text, expected) => {
    const { diagnostics } = compiledIn(text, { mode: "simple" });
    expect(diagnostics.filter(({ severity }) => severity === "error").map(told)).toEqual(expected);
  });
});

it("warns of states that `[*]` does not lead to, which run all the same", () => {
  const { plan, diagnostics } = compiledIn("stateDiagram-v2\n[*] --> A\nA --> [*]\nX --> Y");
  expect(plan?.nodes.map(({ id }) => id)).toEqual(["A", "X", "Y"]);
  expect(diagnostics.map(told)).toEqual(["AML7059 warning: `X` is not led to from `[*]`, and runs all the same"]);
});
