import { describe, expect, it } from "vitest";
import { sketchLoop, sketchPlan } from "../testing/plan-sketch.ts";
import { answering, finishing, runThrough, send, starting, statusesOf, walkTime } from "../testing/plan-walk.ts";
import { createPlan, type PlanSnapshot, restorePlan, snapshotOf } from "./create-plan.ts";
import type { Checkpoint, EdgeState, StepState } from "./plan.ts";
import { PlanError } from "./plan-error.ts";
import { nodeOf, readySteps, stateOf } from "./progress.ts";

const definition = sketchPlan(
  ["A", { id: "G", type: "gate" }, "B", "C", "D"],
  [
    ["A", "G"],
    ["G", "B", "yes"],
    ["G", "C", "no"],
    ["C", "D"],
  ],
);
const pending: StepState = { status: "pending", attempt: 0, failures: 0 };
const done: StepState = {
  status: "done",
  attempt: 1,
  failures: 0,
  startedAt: walkTime,
  durationMs: 5,
  output: { text: "" },
};
const routed: StepState = { ...pending, status: "skipped", skipped: "routed" };
const decided: StepState = { ...done, label: "yes" };
const half: PlanSnapshot = {
  steps: [done, decided, pending, routed, routed],
  edges: ["live", "live", "dead", "dead"],
  checkpoints: [],
};

function restore({ steps, edges, checkpoints }: PlanSnapshot) {
  return restorePlan(definition, steps, edges, checkpoints);
}

describe("a new plan", () => {
  it("has every step pending, every edge open, and the starts ready", () => {
    const plan = createPlan(definition);
    expect(snapshotOf(plan)).toEqual({
      steps: [pending, pending, pending, pending, pending],
      edges: ["open", "open", "open", "open"],
      checkpoints: [],
    });
    expect(readySteps(plan)).toEqual(["A"]);
  });

  it("lists the first few of many ready steps", () => {
    const plan = createPlan(sketchPlan(["A", "B", "C"], []));
    expect(readySteps(plan, 2)).toEqual(["A", "B"]);
    expect(readySteps(plan, 0)).toEqual([]);
  });

  it("says so when it is asked about a step that it does not have", () => {
    expect(() => nodeOf(createPlan(definition), "X")).toThrow(new PlanError('plan "plan" has no step "X"'));
  });
});

describe("a restored plan", () => {
  it("goes on where it was left", () => {
    const plan = restore(half);
    expect(readySteps(plan)).toEqual(["B"]);
    expect(runThrough(plan)).toEqual(["B"]);
    expect(statusesOf(plan)).toEqual({ A: "done", G: "done", B: "done", C: "skipped", D: "skipped" });
  });

  it("is a copy: what happens to it does not reach the snapshot", () => {
    runThrough(restore(half));
    expect(half.steps[2]).toEqual(pending);
    expect(half.edges).toEqual(["live", "live", "dead", "dead"]);
  });

  it("keeps the state of a loop", () => {
    const loop = sketchLoop("L", 3);
    const before = createPlan(sketchPlan(loop.nodes, loop.edges));
    send(before, starting("L::iter_1"));
    send(before, finishing(before, "L::iter_1"));
    const { steps, edges, checkpoints } = snapshotOf(before);
    const plan = restorePlan(before.definition, steps, edges, checkpoints);
    send(plan, starting("L::iter_2"));
    send(plan, finishing(plan, "L::iter_2", { exitLoop: true }));
    expect(stateOf(plan, "L::iter_3").skipped).toBe("loop_exit");
  });

  it("knows which checkpoint is waited at, in whatever order they are stored", () => {
    const before = createPlan(sketchPlan([{ id: "M", type: "manual" }], []));
    send(before, starting("M"));
    send(before, answering("plan::M#1:manual", "reject"));
    send(before, answering("plan::M#1:blocked", "retry"));
    send(before, starting("M"));
    for (const id of ["plan::M#2:manual", "plan::M#2:blocked"]) {
      const { steps, edges, checkpoints } = snapshotOf(before);
      const plan = restorePlan(before.definition, steps, edges, checkpoints.toReversed());
      expect(plan.current).toEqual(new Map([[0, id]]));
      if (id === "plan::M#2:manual") send(before, answering(id, "reject"));
    }
  });
});

describe("states that no run can have come to are found", () => {
  const blocked: StepState = { status: "blocked", attempt: 1, failures: 1, error: "it broke" };
  const foreign: Checkpoint = {
    id: "plan::X#1:manual",
    plan: "plan",
    step: "X",
    attempt: 1,
    reason: "manual",
    message: "",
    choices: [],
    askedAt: walkTime,
  };
  const step = (index: number, state: StepState) => ({ ...half, steps: half.steps.with(index, state) });
  const edge = (index: number, state: EdgeState) => ({ ...half, edges: half.edges.with(index, state) });
  const cases: readonly (readonly [fault: string, snapshot: PlanSnapshot, message: string])[] = [
    ["a step too few", { ...half, steps: half.steps.slice(1) }, "4 steps of 5"],
    ["an edge too few", { ...half, edges: half.edges.slice(1) }, "3 edges of 4"],
    ["done by hand", step(2, { ...pending, status: "done" }), 'step "B" is done and was never started'],
    [
      "done ahead of its predecessor",
      { ...half, steps: [done, pending, done, pending, pending], edges: ["live", "open", "open", "open"] },
      'step "B" is done although an edge to it is open',
    ],
    ["routed although it is live", step(2, routed), 'step "B" was routed away although an edge to it is live'],
    ["pending although it is cut off", step(3, pending), 'step "C" is pending although every edge to it is dead'],
    [
      "running although it is cut off",
      step(3, { ...pending, status: "in_progress", attempt: 1 }),
      'step "C" is in_progress although every edge to it is dead',
    ],
    [
      "a skip without a reason",
      step(3, { ...pending, status: "skipped" }),
      'step "C" is skipped with the skip reason undefined',
    ],
    [
      "a reason without a skip",
      step(0, { ...done, skipped: "waived" }),
      'step "A" is done with the skip reason waived',
    ],
    ["blocked without a checkpoint", step(2, blocked), 'step "B" is blocked without a checkpoint'],
    [
      "a gate without its label",
      step(1, { ...done, label: "maybe" }),
      'step "G" is a gate that is done without one of its labels',
    ],
    ["an edge that has not settled", edge(1, "open"), 'edge 1 out of "G" is open, not live'],
    ["an edge the wrong way", edge(2, "live"), 'step "C" was routed away although an edge to it is live'],
    ["a label changed after the fact", step(1, { ...done, label: "no" }), 'edge 1 out of "G" is live, not dead'],
    [
      "another plan's checkpoint",
      { ...half, checkpoints: [foreign] },
      'checkpoint "plan::X#1:manual" is of no step of this plan',
    ],
  ];
  it.each(cases)("%s", (_fault, snapshot, message) => {
    expect(() => restore(snapshot)).toThrow(new PlanError(message));
  });
});
