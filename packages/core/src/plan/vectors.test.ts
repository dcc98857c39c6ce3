import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type EdgeSketch, type NodeSketch, sketchLoop, sketchPlan } from "../testing/plan-sketch.ts";
import { runThrough, statusesOf } from "../testing/plan-walk.ts";
import { createPlan } from "./create-plan.ts";
import type { StepStatus } from "./plan.ts";

interface Vector {
  readonly name: string;
  readonly nodes: readonly NodeSketch[];
  readonly edges: readonly EdgeSketch[];
  readonly answers?: Readonly<Record<string, string>>;
  readonly expect: Readonly<Record<string, StepStatus>>;
  readonly order: readonly string[];
}

const gate = (id: string): NodeSketch => ({ id, type: "gate" });
const done = "done";
const skipped = "skipped";
const threePasses = sketchLoop("L", 3);
const twoPasses = { l: sketchLoop("L", 2), m: sketchLoop("M", 2) };

const vectors: readonly Vector[] = [
  {
    name: "ce08 gate + join",
    nodes: ["A", gate("B"), "C", "D", "E", "F"],
    edges: [
      ["A", "B"],
      ["B", "C", "pass"],
      ["B", "D", "fail"],
      ["B", "E", "flaky"],
      ["C", "F"],
      ["D", "F"],
      ["E", "F"],
    ],
    answers: { B: "pass" },
    expect: { A: done, B: done, C: done, D: skipped, E: skipped, F: done },
    order: ["A", "B", "C", "F"],
  },
  {
    name: "false branch 2 deep",
    nodes: [gate("G"), "B", "C", "D", "E"],
    edges: [
      ["G", "B", "yes"],
      ["G", "C", "no"],
      ["C", "D"],
      ["B", "E"],
      ["D", "E"],
    ],
    answers: { G: "yes" },
    expect: { G: done, B: done, C: skipped, D: skipped, E: done },
    order: ["G", "B", "E"],
  },
  {
    name: "gate edge straight to the join",
    nodes: [gate("G"), "B", "D"],
    edges: [
      ["G", "B", "yes"],
      ["G", "D", "no"],
      ["B", "D"],
    ],
    answers: { G: "yes" },
    expect: { G: done, B: done, D: done },
    order: ["G", "B", "D"],
  },
  {
    name: "both labels same target",
    nodes: [gate("G"), "B", "C"],
    edges: [
      ["G", "B", "yes"],
      ["G", "B", "no"],
      ["B", "C"],
    ],
    answers: { G: "yes" },
    expect: { G: done, B: done, C: done },
    order: ["G", "B", "C"],
  },
  {
    name: "one label fans out",
    nodes: [gate("G"), "B", "C", "D"],
    edges: [
      ["G", "B", "yes"],
      ["G", "C", "yes"],
      ["G", "D", "no"],
    ],
    answers: { G: "yes" },
    expect: { G: done, B: done, C: done, D: skipped },
    order: ["G", "B", "C"],
  },
  {
    name: "independent live predecessor",
    nodes: ["X", "C", gate("G"), "B", "Z"],
    edges: [
      ["X", "C"],
      ["G", "B", "yes"],
      ["G", "C", "no"],
      ["C", "Z"],
      ["B", "Z"],
    ],
    answers: { G: "yes" },
    expect: { X: done, C: done, G: done, B: done, Z: done },
    order: ["X", "G", "B", "C", "Z"],
  },
  {
    name: "nested gate in the skipped branch",
    nodes: [gate("G"), "B", gate("H"), "D", "E", "F"],
    edges: [
      ["G", "B", "yes"],
      ["G", "H", "no"],
      ["H", "D", "x"],
      ["H", "E", "y"],
      ["D", "F"],
      ["E", "F"],
      ["B", "F"],
    ],
    answers: { G: "yes" },
    expect: { G: done, B: done, H: skipped, D: skipped, E: skipped, F: done },
    order: ["G", "B", "F"],
  },
  {
    name: "nested gate in the taken branch",
    nodes: [gate("G"), gate("H"), "C", "D", "E", "F"],
    edges: [
      ["G", "H", "yes"],
      ["G", "C", "no"],
      ["H", "D", "x"],
      ["H", "E", "y"],
      ["D", "F"],
      ["E", "F"],
      ["C", "F"],
    ],
    answers: { G: "yes", H: "x" },
    expect: { G: done, H: done, C: skipped, D: done, E: skipped, F: done },
    order: ["G", "H", "D", "F"],
  },
  {
    name: "loop as the false target",
    nodes: [gate("G"), "B", ...threePasses.nodes, "Z"],
    edges: [
      ["G", "B", "go"],
      ["G", threePasses.first, "again"],
      ...threePasses.edges,
      ["B", "Z"],
      [threePasses.last, "Z"],
    ],
    answers: { G: "go" },
    expect: { G: done, B: done, "L::iter_1": skipped, "L::iter_2": skipped, "L::iter_3": skipped, Z: done },
    order: ["G", "B", "Z"],
  },
  {
    name: "loop as the taken target",
    nodes: [gate("G"), "B", ...threePasses.nodes, "Z"],
    edges: [
      ["G", "B", "go"],
      ["G", threePasses.first, "again"],
      ...threePasses.edges,
      ["B", "Z"],
      [threePasses.last, "Z"],
    ],
    answers: { G: "again" },
    expect: { G: done, B: skipped, "L::iter_1": done, "L::iter_2": done, "L::iter_3": done, Z: done },
    order: ["G", "L::iter_1", "L::iter_2", "L::iter_3", "Z"],
  },
  {
    name: "loop -> loop",
    nodes: ["A", ...twoPasses.l.nodes, ...twoPasses.m.nodes, "Z"],
    edges: [
      ["A", "L::iter_1"],
      ...twoPasses.l.edges,
      ["L::iter_2", "M::iter_1"],
      ...twoPasses.m.edges,
      ["M::iter_2", "Z"],
    ],
    expect: { A: done, "L::iter_1": done, "L::iter_2": done, "M::iter_1": done, "M::iter_2": done, Z: done },
    order: ["A", "L::iter_1", "L::iter_2", "M::iter_1", "M::iter_2", "Z"],
  },
  {
    name: "no matching label, default edge",
    nodes: [gate("G"), "B", "C"],
    edges: [
      ["G", "B", "yes"],
      ["G", "C", "default"],
    ],
    answers: { G: "maybe" },
    expect: { G: done, B: skipped, C: done },
    order: ["G", "C"],
  },
  {
    name: "no matching label, no default",
    nodes: [gate("G"), "B", "C"],
    edges: [
      ["G", "B", "yes"],
      ["G", "C", "no"],
    ],
    answers: { G: "maybe" },
    expect: { G: "waiting", B: "pending", C: "pending" },
    order: ["G"],
  },
  {
    name: "duplicate edge",
    nodes: ["A", "B"],
    edges: [
      ["A", "B"],
      ["A", "B"],
    ],
    expect: { A: done, B: done },
    order: ["A", "B"],
  },
];

describe("the vectors that must hold (diagram.md 7)", () => {
  it.each(vectors)("$name", ({ nodes, edges, answers, expect: statuses, order }) => {
    const plan = createPlan(sketchPlan(nodes, edges));
    expect(runThrough(plan, answers)).toEqual(order);
    expect(statusesOf(plan)).toEqual(statuses);
  });

  const shared = new URL("../../../../../shared/cases/diagram/vectors.json", import.meta.url);
  it.skipIf(!existsSync(shared))("are the published ones (skipped where those are not at hand)", () => {
    const published: readonly Omit<Vector, "nodes" | "edges">[] = JSON.parse(readFileSync(shared, "utf8"));
    const told = vectors.map(({ name, answers = {}, expect, order }) => ({ name, answers, expect, order }));
    expect(told).toEqual(published.map(({ name, answers, expect, order }) => ({ name, answers, expect, order })));
  });
});
