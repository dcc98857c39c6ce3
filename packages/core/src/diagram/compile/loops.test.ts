import { describe, expect, it } from "vitest";
import { compiledIn, edgesOfPlan, planIn, told } from "../../testing/diagram-reading.ts";

const lr = "flowchart LR\n";

function copiesIn(text: string) {
  const plan = planIn(text);
  const nodes = plan.nodes.map(({ id, iter, maxIter }) => (iter === undefined ? id : `${id} ${iter}/${maxIter}`));
  return { nodes, edges: edgesOfPlan(plan) };
}

describe("loops become chains of passes (diagram.md 2)", () => {
  it("between two steps", () => {
    expect(copiesIn(`${lr}A --> L["x|type=loop|max_iter=3"] --> Z`)).toEqual({
      nodes: ["A", "L::iter_1 1/3", "L::iter_2 2/3", "L::iter_3 3/3", "Z"],
      edges: ["A -> L::iter_1", "L::iter_3 -> Z", "L::iter_1 -> L::iter_2", "L::iter_2 -> L::iter_3"],
    });
  });

  it("next to another loop", () => {
    expect(copiesIn(`${lr}L["x|type=loop|max_iter=2"] --> M["y|type=loop|max_iter=2"]`)).toEqual({
      nodes: ["L::iter_1 1/2", "L::iter_2 2/2", "M::iter_1 1/2", "M::iter_2 2/2"],
      edges: ["L::iter_2 -> M::iter_1", "L::iter_1 -> L::iter_2", "M::iter_1 -> M::iter_2"],
    });
  });

  it("as a gate's target, and before a gate", () => {
    expect(
      copiesIn(`${lr}G{q} -->|a| L["x|type=loop|max_iter=2"] --> H{r}\nG -->|b| Z\nH -->|c| Z\nH -->|d| Y`).edges,
    ).toEqual([
      "G -(a)-> L::iter_1",
      "L::iter_2 -> H",
      "G -(b)-> Z",
      "H -(c)-> Z",
      "H -(d)-> Y",
      "L::iter_1 -> L::iter_2",
    ]);
  });

  it("of one pass", () => {
    expect(copiesIn(`${lr}L["x|type=loop|max_iter=1"]`)).toEqual({ nodes: ["L::iter_1 1/1"], edges: [] });
  });

  it("keep the id of the diagram as their origin", () => {
    const { nodes } = planIn(`${lr}L["x|type=loop|max_iter=2|on_exhaust=checkpoint"] --> Z`);
    expect(nodes.map(({ origin, index, onExhaust }) => [origin, index, onExhaust])).toEqual([
      ["L", 0, "checkpoint"],
      ["L", 1, "checkpoint"],
      ["Z", 2, "continue"],
    ]);
  });
});

describe("bounds are where they mean something", () => {
  it.each([
    ["a loop without one", `${lr}A["x|type=loop"] --> B`, ["AML7043 error: the loop `A` has no bound: set `max_iter`"]],
    [
      "a bound on a tool",
      `${lr}A["x|type=tool|max_iter=3"] --> B`,
      ["AML7044 error: `A` has a bound and is no loop or gate, but of type tool"],
    ],
    [
      "a bound on nothing in particular",
      `${lr}A["x|max_iter=3"] --> B`,
      ["AML7044 error: `A` has a bound and is no loop or gate, but of type prompt"],
    ],
    [
      "a bound on a gate that closes no cycle",
      `${lr}A{"q|type=gate|max_iter=3"} -->|x| B\nA -->|y| C`,
      ["AML7058 warning: `A` has a bound and closes no cycle"],
    ],
    [
      "a loop that leads back to itself",
      `${lr}A["x|type=loop|max_iter=3"] --> A`,
      ["AML7001 error: the diagram has a cycle: A -> A"],
    ],
  ])("%s", (_, text, expected) => {
    expect(compiledIn(text).diagnostics.map(told)).toEqual(expected);
  });
});

describe("plans stay under ten thousand nodes once they are copied", () => {
  const loops = (count: number, passes: number) =>
    lr + Array.from({ length: count }, (_, index) => `n${index}["x|type=loop|max_iter=${passes}"]`).join(" --> ");

  it("holds ten thousand", () => {
    expect(planIn(loops(10, 1000)).nodes).toHaveLength(10_000);
  });

  it("refuses one more", () => {
    const { plan, diagnostics } = compiledIn(`${loops(10, 1000)} --> Z`);
    expect(plan).toBeNull();
    expect(diagnostics.map(told)).toEqual(["AML7045 error: the plan has more than 10000 nodes"]);
  });

  it("does not count what nobody copied", () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => `n${index}`);
    expect(planIn(lr + ids.join("-->")).nodes).toHaveLength(20_000);
  });
});
