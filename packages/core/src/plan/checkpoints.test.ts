import { describe, expect, it } from "vitest";
import { sketchPlan } from "../testing/plan-sketch.ts";
import {
  answering,
  failing,
  finishing,
  refusalOf,
  send,
  starting,
  statusesOf,
  walkTime,
} from "../testing/plan-walk.ts";
import { answeredCheckpoints, openCheckpoints } from "./checkpoints.ts";
import { createPlan, restorePlan, snapshotOf } from "./create-plan.ts";
import type { Checkpoint } from "./plan.ts";
import { type Plan, readySteps, stateOf } from "./progress.ts";

const definition = sketchPlan(
  [
    { id: "M", type: "manual", label: "Sign off", brief: "Read the notes." },
    "B",
    { id: "N", type: "manual", label: "Ship" },
  ],
  [
    ["M", "B"],
    ["B", "N"],
  ],
);

function waitingPlan(): Plan {
  const plan = createPlan(definition);
  send(plan, starting("M"));
  return plan;
}

describe("a manual step (diagram.md 3)", () => {
  it("waits as soon as it starts, with its brief as the question", () => {
    const plan = createPlan(definition);
    const { changes, effects } = send(plan, starting("M"));
    const checkpoint: Checkpoint = {
      id: "plan::M#1:manual",
      plan: "plan",
      step: "M",
      attempt: 1,
      reason: "manual",
      message: "Read the notes.",
      choices: [
        { id: "approve", label: "Approve" },
        { id: "reject", label: "Reject" },
      ],
      askedAt: walkTime,
    };
    expect(changes).toMatchObject([
      { from: "pending", to: "in_progress" },
      { from: "in_progress", to: "waiting" },
      { type: "checkpoint", checkpoint },
    ]);
    expect(effects).toEqual([{ type: "ask", checkpoint }]);
  });

  it("without a brief asks by its label", () => {
    const plan = createPlan(sketchPlan([{ id: "M", type: "manual", label: "Sign off" }], []));
    send(plan, starting("M"));
    expect(openCheckpoints(plan)[0]?.message).toBe("Sign off");
  });

  it("approved is done, with the person's note as its output and the wait as its duration", () => {
    const plan = waitingPlan();
    const answer = { choice: "approve", actor: "ada", at: "2026-05-04T04:02:01.000Z", note: "looks right" };
    send(plan, { type: "answer", checkpoint: "plan::M#1:manual", answer, at: "2026-05-04T04:02:01.500Z" });
    expect(stateOf(plan, "M")).toMatchObject({
      status: "done",
      output: { text: "looks right" },
      durationMs: 3_600_500,
    });
    expect(readySteps(plan)).toEqual(["B"]);
  });

  it("approved after the clock was set back took no time, rather than less", () => {
    const plan = waitingPlan();
    send(plan, { ...answering("plan::M#1:manual", "approve"), at: "2020-01-01T00:00:00.000Z" });
    expect(stateOf(plan, "M").durationMs).toBe(0);
  });

  it.each([
    [undefined, "rejected by ada"],
    ["the notes are wrong", "rejected by ada: the notes are wrong"],
  ])("rejected with the note %j is blocked and asks again what to do", (note, error) => {
    const plan = waitingPlan();
    send(plan, answering("plan::M#1:manual", "reject", note));
    expect(stateOf(plan, "M")).toMatchObject({ status: "blocked", error });
    expect(openCheckpoints(plan).map(({ id }) => id)).toEqual(["plan::M#1:blocked"]);
  });

  it("retried after a rejection asks anew, under another id", () => {
    const plan = waitingPlan();
    send(plan, answering("plan::M#1:manual", "reject"));
    send(plan, answering("plan::M#1:blocked", "retry"));
    send(plan, starting("M"));
    expect(openCheckpoints(plan).map(({ id }) => id)).toEqual(["plan::M#2:manual"]);
  });
});

describe("a checkpoint is answered once (diagram.md 5)", () => {
  it("a second click on the same choice is refused", () => {
    const plan = waitingPlan();
    send(plan, answering("plan::M#1:manual", "approve"));
    expect(refusalOf(plan, answering("plan::M#1:manual", "approve"))).toEqual({
      ok: false,
      rule: "already-answered",
      message: `checkpoint "plan::M#1:manual" was answered "approve" by ada at ${walkTime}. No checkpoint is open`,
    });
  });

  it("another answer is refused, and the checkpoints that are open are named", () => {
    const plan = waitingPlan();
    send(plan, answering("plan::M#1:manual", "reject"));
    const refusal = refusalOf(plan, answering("plan::M#1:manual", "approve"));
    expect(refusal.rule).toBe("already-answered");
    expect(refusal.message).toContain('Open now: "plan::M#1:blocked"');
  });

  it("a choice that was not offered is refused, with those that were", () => {
    expect(refusalOf(waitingPlan(), answering("plan::M#1:manual", "maybe")).message).toBe(
      'checkpoint "plan::M#1:manual" cannot be answered "maybe", only "approve", "reject"',
    );
  });

  it("an answer to no checkpoint is refused", () => {
    expect(refusalOf(waitingPlan(), answering("M", "approve")).rule).toBe("unknown-checkpoint");
  });

  it("an answer to a step's earlier attempt never reaches a later one, recorded or not", () => {
    const plan = createPlan(sketchPlan([{ id: "S", idempotent: true }], []));
    send(plan, starting("S"));
    send(plan, failing(plan, "S"));
    send(plan, answering("plan::S#1:blocked", "retry"));
    send(plan, starting("S"));
    send(plan, failing(plan, "S"));
    const { steps, edges, checkpoints } = snapshotOf(plan);
    const forgetful = checkpoints.map(({ answer: _, ...checkpoint }) => checkpoint);
    const restored = restorePlan(plan.definition, steps, edges, forgetful);
    expect(refusalOf(restored, answering("plan::S#1:blocked", "waive")).rule).toBe("checkpoint-closed");
    expect(openCheckpoints(restored).map(({ id }) => id)).toEqual(["plan::S#2:blocked"]);
  });

  it("an answer to one of two that wait leaves the other waiting", () => {
    const plan = createPlan(
      sketchPlan(
        [
          { id: "M", type: "manual" },
          { id: "N", type: "manual" },
        ],
        [],
      ),
    );
    send(plan, starting("M"));
    send(plan, starting("N"));
    send(plan, answering("plan::N#1:manual", "approve"));
    expect(statusesOf(plan)).toEqual({ M: "waiting", N: "done" });
  });
});

describe("an answer that was recorded while nobody drove the plan", () => {
  function restoredWith(choice: string): Plan {
    const { steps, edges, checkpoints } = snapshotOf(waitingPlan());
    const answer = { choice, actor: "ada", at: walkTime };
    return restorePlan(
      definition,
      steps,
      edges,
      checkpoints.map((checkpoint) => ({ ...checkpoint, answer })),
    );
  }

  it("is found, is open to nobody else, and is acted on", () => {
    const plan = restoredWith("approve");
    expect(openCheckpoints(plan)).toEqual([]);
    expect(answeredCheckpoints(plan).map(({ id }) => id)).toEqual(["plan::M#1:manual"]);
    send(plan, answering("plan::M#1:manual", "approve"));
    expect(stateOf(plan, "M").status).toBe("done");
    expect(answeredCheckpoints(plan)).toEqual([]);
  });

  it("is the only one that is acted on", () => {
    expect(refusalOf(restoredWith("approve"), answering("plan::M#1:manual", "reject")).rule).toBe("already-answered");
  });
});

it("a pass step is done at once and runs nothing (diagram.md 3)", () => {
  const plan = createPlan(sketchPlan([{ id: "P", type: "pass" }, "B"], [["P", "B"]]));
  const { changes, effects } = send(plan, starting("P"));
  expect(changes).toMatchObject([
    { to: "in_progress" },
    { to: "done", output: { text: "" } },
    { type: "edge", state: "live" },
  ]);
  expect(effects).toEqual([]);
  expect(readySteps(plan)).toEqual(["B"]);
});

it("the id of a checkpoint tells apart steps whose ids look alike", () => {
  const plan = createPlan(
    sketchPlan(
      [
        { id: "S#1", type: "manual" },
        { id: "S", type: "manual" },
      ],
      [],
    ),
  );
  send(plan, starting("S#1"));
  send(plan, starting("S"));
  expect(openCheckpoints(plan).map(({ id }) => id)).toEqual(["plan::S#1#1:manual", "plan::S#1:manual"]);
  send(plan, answering("plan::S#1:manual", "approve"));
  expect(statusesOf(plan)).toEqual({ "S#1": "waiting", S: "done" });
  expect(() => finishing(plan, "S#2")).toThrow('plan "plan" has no step "S#2"');
});
