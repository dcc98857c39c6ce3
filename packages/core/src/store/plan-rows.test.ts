import { describe, expect, it } from "vitest";
import { graphOf } from "../plan/graph.ts";
import { sketchPlan } from "../testing/plan-sketch.ts";
import { dependencyRows, edgeRows, gateRows, todoRows } from "./plan-rows.ts";
import { definitionText, parseDefinition } from "./plan-text.ts";

const definition = sketchPlan(
  [
    {
      id: "a",
      label: "Do a",
      brief: "As told",
      tools: { allowed: new Set(["view", "bash"]), denied: new Set(["sql"]) },
    },
    { id: "gate", type: "gate" },
    { id: "loop::iter_2", type: "loop", iter: 2 },
    "b",
  ],
  [
    ["a", "gate"],
    ["a", "gate", "again"],
    ["gate", "b", " Ja"],
    ["gate", "b", "JA "],
    ["gate", null, "Straße"],
    ["loop::iter_2", "b"],
  ],
  "p",
);

describe("the rows of a plan", () => {
  const plan = { definition, graph: graphOf(definition) };
  const todos = [...todoRows(plan)];

  it("are a step for each node, with the reference's description and its edges in counted", () => {
    expect(todos.map(({ id, node, title, edgesIn }) => [id, node, title, edgesIn])).toEqual([
      ["p::a", "a", "Do a", 0],
      ["p::gate", "gate", "gate", 2],
      ["p::loop::iter_2", "loop::iter_2", "loop::iter_2", 0],
      ["p::b", "b", "b", 3],
    ]);
    expect(todos.map(({ description }) => JSON.parse(description))).toMatchObject([
      {
        design_id: "p",
        node: "a",
        step_description: "As told",
        type: "prompt",
        tools: { allowed: ["bash", "view"], denied: ["sql"] },
      },
      { type: "gate", tools: { allowed: null, denied: [] } },
      { type: "loop", iter: 2 },
      {},
    ]);
    expect(JSON.parse(todos[0]?.description ?? "")).not.toHaveProperty("iter");
  });

  it("are an edge for each edge, with its label as it is and as labels are compared", () => {
    expect([...edgeRows(definition)]).toEqual([
      { from: "p::a", to: "p::gate", label: null, labelKey: null },
      { from: "p::a", to: "p::gate", label: "again", labelKey: "again" },
      { from: "p::gate", to: "p::b", label: " Ja", labelKey: "ja" },
      { from: "p::gate", to: "p::b", label: "JA ", labelKey: "ja" },
      { from: "p::gate", to: null, label: "Straße", labelKey: "strasse" },
      { from: "p::loop::iter_2", to: "p::b", label: null, labelKey: null },
    ]);
  });

  it("are a dependency for each pair of steps, once, and none for an edge to nowhere", () => {
    expect([...dependencyRows(plan)]).toEqual([
      { todo: "p::gate", dependsOn: "p::a" },
      { todo: "p::b", dependsOn: "p::gate" },
      { todo: "p::b", dependsOn: "p::loop::iter_2" },
    ]);
  });

  it("are a label for each edge out of a gate, and none for a label out of anything else", () => {
    expect([...gateRows(plan)]).toEqual([
      { gate: "p::gate", label: " Ja", target: "p::b" },
      { gate: "p::gate", label: "JA ", target: "p::b" },
      { gate: "p::gate", label: "Straße", target: null },
    ]);
  });
});

describe("the text of a definition", () => {
  it("reads back as the definition", () => {
    expect(parseDefinition(definitionText(definition))).toEqual(definition);
  });

  it("says only what is not usual, and reads the same when all is written out", () => {
    const plain = sketchPlan(["a", "b"], [["a", "b"]]);
    const text = definitionText(plain);
    expect(JSON.parse(text).edges).toEqual([{ from: 0, to: 1 }]);
    expect(text).not.toMatch(/idempotent|onExhaust|retries|origin|tools/);
    const tools = { allowed: null, denied: [] };
    const inFull = JSON.stringify({ ...plain, nodes: plain.nodes.map((node) => ({ ...node, tools })) });
    expect(parseDefinition(inFull)).toEqual(plain);
    expect(parseDefinition(text)).toEqual(plain);
  });
});
