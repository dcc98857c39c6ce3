import { describe, expect, it } from "vitest";
import { type EdgeSketch, type NodeSketch, sketchPlan } from "../testing/plan-sketch.ts";
import { graphOf, itemAt } from "./graph.ts";
import type { PlanDefinition } from "./plan.ts";
import { PlanError } from "./plan-error.ts";

const sound = sketchPlan(["A", "B"], [["A", "B"]]);
const [edge] = sound.edges;

function orderOf(nodes: readonly NodeSketch[], edges: readonly EdgeSketch[]): string[] {
  const definition = sketchPlan(nodes, edges);
  return Array.from(graphOf(definition).order, (index) => itemAt(definition.nodes, index).id);
}

describe("a definition that no compiler makes is misuse of the API", () => {
  const gate = { id: "G", type: "gate" } as const;
  const cases: readonly (readonly [fault: string, definition: PlanDefinition, message: string])[] = [
    ["two nodes of one id", sketchPlan(["A", "A"], []), 'two nodes have the id "A"'],
    ["a node out of place", { ...sound, nodes: sound.nodes.toReversed() }, 'node "B" is at 0 and says 1'],
    ["an edge out of place", { ...sound, edges: [...sound.edges, ...sound.edges] }, "the edge at 1 says 0"],
    ["an edge from nowhere", { ...sound, edges: edge ? [{ ...edge, from: 9 }] : [] }, "edge 0 leaves no node"],
    ["an edge to no node", { ...sound, edges: edge ? [{ ...edge, to: 9 }] : [] }, "edge 0 leads to no node"],
    ["a gate without labels", sketchPlan([gate, "A"], [["G", "A"]]), 'an edge out of the gate "G" has no label'],
    [
      "a gate with labels that are one when folded",
      sketchPlan(
        [gate, "A"],
        [
          ["G", "A", "Yes"],
          ["G", "A", " yes "],
        ],
      ),
      'the gate "G" has fewer than two labels',
    ],
    ["a gate without edges", sketchPlan([gate], []), 'the gate "G" has fewer than two labels'],
    ["an edge to nowhere out of a step", sketchPlan(["A"], [["A", null]]), '"A" is no gate and has an edge to nowhere'],
  ];
  it.each(cases)("%s", (_fault, definition, message) => {
    expect(() => graphOf(definition)).toThrow(new PlanError(message));
  });
});

describe("diagram order (diagram.md 5)", () => {
  it("is the order of the nodes where nothing is drawn between them", () => {
    expect(orderOf(["B", "A", "C"], [])).toEqual(["B", "A", "C"]);
  });

  it("follows the arrows, so that a step named early stands behind what it waits for", () => {
    expect(
      orderOf(
        ["C", "B", "A"],
        [
          ["A", "B"],
          ["B", "C"],
        ],
      ),
    ).toEqual(["A", "B", "C"]);
  });

  it("has branches side by side in the order of their arrows", () => {
    expect(
      orderOf(
        ["A", "B", "C", "D", "E"],
        [
          ["A", "C"],
          ["A", "B"],
          ["B", "D"],
          ["C", "E"],
        ],
      ),
    ).toEqual(["A", "C", "B", "E", "D"]);
  });

  it("has a place for every node, on a cycle too", () => {
    expect(
      orderOf(
        ["A", "B", "C"],
        [
          ["A", "B"],
          ["B", "A"],
        ],
      ),
    ).toEqual(["C", "A", "B"]);
  });
});
