import { describe, expect, it } from "vitest";
import { sketchLoop, sketchPlan } from "../testing/plan-sketch.ts";
import {
  answering,
  failing,
  finishing,
  refusalOf,
  runThrough,
  send,
  starting,
  statusesOf,
} from "../testing/plan-walk.ts";
import { openCheckpoints } from "./checkpoints.ts";
import { createPlan } from "./create-plan.ts";
import type { PlanNode } from "./plan.ts";
import { type Plan, readySteps, stateOf } from "./progress.ts";

function loopPlan(about: Partial<PlanNode> = {}): Plan {
  const loop = sketchLoop("L", 3, about);
  const plan = createPlan(sketchPlan(["A", ...loop.nodes, "Z"], [["A", loop.first], ...loop.edges, [loop.last, "Z"]]));
  runTo(plan, "A");
  return plan;
}

function runTo(plan: Plan, ...steps: readonly string[]): void {
  for (const step of steps) {
    send(plan, starting(step));
    send(plan, finishing(plan, step));
  }
}

describe("a loop that ends early (diagram.md 5)", () => {
  it.each([1, 2, 3])("in pass %i skips the passes after it, and what follows is ready", (pass) => {
    const plan = loopPlan();
    const passes = ["L::iter_1", "L::iter_2", "L::iter_3"];
    runTo(plan, ...passes.slice(0, pass - 1));
    send(plan, starting(`L::iter_${pass}`));
    send(plan, finishing(plan, `L::iter_${pass}`, { exitLoop: true }));
    for (const [index, step] of passes.entries())
      expect(stateOf(plan, step)).toMatchObject(
        index < pass ? { status: "done" } : { status: "skipped", skipped: "loop_exit", attempt: 0 },
      );
    expect(plan.edges).toEqual(["live", "live", "live", "live"]);
    expect(readySteps(plan)).toEqual(["Z"]);
  });

  it("leaves another loop behind it alone", () => {
    const [l, m] = [sketchLoop("L", 2), sketchLoop("M", 2)];
    const plan = createPlan(sketchPlan([...l.nodes, ...m.nodes], [...l.edges, [l.last, m.first], ...m.edges]));
    send(plan, starting(l.first));
    send(plan, finishing(plan, l.first, { exitLoop: true }));
    expect(readySteps(plan)).toEqual(["M::iter_1"]);
  });

  it("inside a cycle leaves the later passes of the cycle alone, although they are copies of the same loop", () => {
    const pass = (cycle: number) => ({
      ...sketchLoop(`L::iter_${cycle}`, 2, {}),
      gate: { id: `G::iter_${cycle}`, type: "gate", origin: "G", iter: cycle, maxIter: 2 } as const,
    });
    const [one, two] = [pass(1), pass(2)];
    const nodes = [...one.nodes, one.gate, ...two.nodes, two.gate, "Z"].map((node) =>
      typeof node !== "string" && node.type === "loop" ? { ...node, origin: "L" } : node,
    );
    const plan = createPlan(
      sketchPlan(nodes, [
        ...one.edges,
        [one.last, one.gate.id],
        [one.gate.id, two.first, "again"],
        [one.gate.id, "Z", "good"],
        ...two.edges,
        [two.last, two.gate.id],
        [two.gate.id, null, "again", { exhausted: true }],
        [two.gate.id, "Z", "good"],
      ]),
    );
    send(plan, starting(one.first));
    send(plan, finishing(plan, one.first, { exitLoop: true }));
    expect(stateOf(plan, one.last).skipped).toBe("loop_exit");
    expect(stateOf(plan, two.first).status).toBe("pending");
    expect(runThrough(plan, { "G::iter_1": "again", "G::iter_2": "good" })).toEqual([
      "G::iter_1",
      "L::iter_2::iter_1",
      "L::iter_2::iter_2",
      "G::iter_2",
      "Z",
    ]);
  });

  it("is refused of a step that is no loop", () => {
    const plan = createPlan(sketchPlan(["A"], []));
    send(plan, starting("A"));
    expect(refusalOf(plan, finishing(plan, "A", { exitLoop: true })).rule).toBe("exit-without-loop");
  });
});

describe("a loop that has used all its passes", () => {
  it("just goes on by default", () => {
    const plan = loopPlan();
    expect(runThrough(plan)).toEqual(["L::iter_1", "L::iter_2", "L::iter_3", "Z"]);
  });

  it("asks a person with on_exhaust=checkpoint, after the last pass and no other", () => {
    const plan = loopPlan({ onExhaust: "checkpoint" });
    runThrough(plan);
    expect(statusesOf(plan)).toEqual({
      A: "done",
      "L::iter_1": "done",
      "L::iter_2": "done",
      "L::iter_3": "waiting",
      Z: "pending",
    });
    expect(openCheckpoints(plan)).toMatchObject([
      {
        id: "plan::L::iter_3#1:exhausted",
        message: 'all 3 passes of "L" are used, and none ended the loop',
        choices: [{ id: "continue" }, { id: "cancel" }, { id: "abort" }],
      },
    ]);
  });

  it.each([
    ["continue", "done", "pending"],
    ["cancel", "skipped", "skipped"],
  ])("and on the answer %s its last pass is %s and what follows %s", (choice, last, next) => {
    const plan = loopPlan({ onExhaust: "checkpoint" });
    runThrough(plan);
    send(plan, answering("plan::L::iter_3#1:exhausted", choice));
    expect(statusesOf(plan)).toMatchObject({ "L::iter_3": last, Z: next });
  });

  it("keeps what the last pass came to while the person decides", () => {
    const plan = loopPlan({ onExhaust: "checkpoint" });
    runThrough(plan);
    send(plan, answering("plan::L::iter_3#1:exhausted", "continue"));
    expect(stateOf(plan, "L::iter_3")).toMatchObject({ output: { text: "L::iter_3 out" }, durationMs: 5 });
  });

  it("asks nobody when the last pass itself ended the loop", () => {
    const plan = loopPlan({ onExhaust: "checkpoint" });
    runTo(plan, "L::iter_1", "L::iter_2");
    send(plan, starting("L::iter_3"));
    send(plan, finishing(plan, "L::iter_3", { exitLoop: true }));
    expect(stateOf(plan, "L::iter_3").status).toBe("done");
  });
});

describe("a pass that fails", () => {
  it("is blocked alone; waived, the next pass runs", () => {
    const plan = loopPlan();
    send(plan, starting("L::iter_1"));
    send(plan, failing(plan, "L::iter_1"));
    expect(readySteps(plan)).toEqual([]);
    send(plan, answering("plan::L::iter_1#1:blocked", "waive"));
    expect(readySteps(plan)).toEqual(["L::iter_2"]);
  });

  it("cancelled, takes the passes after it and what follows along", () => {
    const plan = loopPlan();
    send(plan, starting("L::iter_1"));
    send(plan, failing(plan, "L::iter_1"));
    send(plan, answering("plan::L::iter_1#1:blocked", "cancel"));
    expect(plan.steps.slice(1).map(({ skipped }) => skipped)).toEqual([
      "cancelled",
      "cancelled",
      "cancelled",
      "cancelled",
    ]);
  });
});
