import { describe, expect, it } from "vitest";
import { type NodeSketch, sketchPlan } from "../testing/plan-sketch.ts";
import { answering, failing, finishing, send, starting, statusesOf, walkTime } from "../testing/plan-walk.ts";
import { openCheckpoints } from "./checkpoints.ts";
import { createPlan } from "./create-plan.ts";
import { type Plan, readySteps, stateOf } from "./progress.ts";

function riskyPlan(about: Partial<Exclude<NodeSketch, string>> = {}): Plan {
  const plan = createPlan(sketchPlan([{ ...about, id: "S" }, "B"], [["S", "B"]]));
  send(plan, starting("S"));
  return plan;
}

describe("a step that fails (diagram.md 5)", () => {
  it("without retries is blocked, keeps what it came to, and asks a person", () => {
    const plan = riskyPlan();
    const { effects } = send(plan, failing(plan, "S", { output: { text: "half" } }));
    expect(stateOf(plan, "S")).toEqual({
      status: "blocked",
      attempt: 1,
      failures: 1,
      startedAt: walkTime,
      durationMs: 5,
      error: "it broke",
      output: { text: "half" },
    });
    const [checkpoint] = openCheckpoints(plan);
    expect(checkpoint).toMatchObject({ id: "plan::S#1:blocked", reason: "blocked", message: "it broke", attempt: 1 });
    expect(checkpoint?.choices.map(({ id }) => id)).toEqual(["retry", "waive", "cancel", "abort"]);
    expect(effects).toEqual([{ type: "ask", checkpoint }]);
    expect(statusesOf(plan)).toEqual({ S: "blocked", B: "pending" });
  });

  it("with two retries is tried three times, each a new attempt, before it is blocked", () => {
    const plan = riskyPlan({ retries: 2 });
    expect(send(plan, failing(plan, "S")).effects).toEqual([{ type: "again", step: "S", failures: 1 }]);
    expect(stateOf(plan, "S")).toEqual({ status: "pending", attempt: 1, failures: 1, error: "it broke" });
    expect(send(plan, starting("S")).effects).toEqual([{ type: "run", step: "S", attempt: 2 }]);
    send(plan, failing(plan, "S"));
    send(plan, starting("S"));
    send(plan, failing(plan, "S"));
    expect(stateOf(plan, "S")).toMatchObject({ status: "blocked", attempt: 3, failures: 3 });
  });

  it("in a way that no other attempt can mend is blocked at once, whatever retries it has", () => {
    const plan = riskyPlan({ retries: 5 });
    send(plan, failing(plan, "S", { retryable: false }));
    expect(stateOf(plan, "S")).toMatchObject({ status: "blocked", attempt: 1 });
  });

  it("and then succeeds is done, with nothing left of the failure", () => {
    const plan = riskyPlan({ retries: 1 });
    send(plan, failing(plan, "S"));
    send(plan, starting("S"));
    send(plan, finishing(plan, "S"));
    expect(stateOf(plan, "S")).toEqual({
      status: "done",
      attempt: 2,
      failures: 1,
      startedAt: walkTime,
      durationMs: 5,
      output: { text: "S out" },
    });
  });
});

describe("a blocked step goes by a person's word", () => {
  function blocked(about: Partial<Exclude<NodeSketch, string>> = {}): Plan {
    const plan = riskyPlan(about);
    send(plan, failing(plan, "S", { retryable: false }));
    return plan;
  }

  it("retry: it queues again, and its retries count anew", () => {
    const plan = blocked({ retries: 1 });
    const { changes } = send(plan, answering("plan::S#1:blocked", "retry"));
    expect(changes).toMatchObject([{ type: "answer" }, { to: "pending", again: "answer", failures: 0, attempt: 1 }]);
    send(plan, starting("S"));
    send(plan, failing(plan, "S"));
    expect(stateOf(plan, "S")).toMatchObject({ status: "pending", attempt: 2, failures: 1 });
    send(plan, starting("S"));
    send(plan, failing(plan, "S"));
    expect(openCheckpoints(plan).map(({ id }) => id)).toEqual(["plan::S#3:blocked"]);
  });

  it("waive: it is skipped, its edges live, and the note is told", () => {
    const plan = blocked();
    const { changes } = send(plan, answering("plan::S#1:blocked", "waive", "known to be flaky"));
    expect(changes[1]).toMatchObject({ to: "skipped", skipped: "waived", note: "known to be flaky" });
    expect(plan.edges).toEqual(["live"]);
    expect(readySteps(plan)).toEqual(["B"]);
  });

  it("cancel: it is skipped and its branch with it, in one transition", () => {
    const plan = blocked();
    send(plan, answering("plan::S#1:blocked", "cancel"));
    expect(plan.steps.map(({ skipped }) => skipped)).toEqual(["cancelled", "cancelled"]);
    expect(plan.edges).toEqual(["dead"]);
  });

  it("abort: nothing changes but the record, and the driver is told", () => {
    const plan = blocked();
    const { changes, effects } = send(plan, answering("plan::S#1:blocked", "abort"));
    expect(changes).toMatchObject([{ type: "answer", checkpoint: "plan::S#1:blocked" }]);
    expect(effects).toEqual([{ type: "abort" }]);
    expect(stateOf(plan, "S").status).toBe("blocked");
  });
});

describe("a branch that a person cancels", () => {
  it("dies to its end and no further, and each step of it says that it was cancelled", () => {
    const plan = createPlan(
      sketchPlan(
        ["S", "T", "U", "X", "J"],
        [
          ["S", "T"],
          ["T", "U"],
          ["U", "J"],
          ["X", "J"],
        ],
      ),
    );
    send(plan, starting("S"));
    send(plan, failing(plan, "S"));
    send(plan, answering("plan::S#1:blocked", "cancel"));
    expect(plan.steps.map(({ skipped }) => skipped)).toEqual([
      "cancelled",
      "cancelled",
      "cancelled",
      undefined,
      undefined,
    ]);
    send(plan, starting("X"));
    send(plan, finishing(plan, "X"));
    expect(readySteps(plan)).toEqual(["J"]);
  });
});

describe("a step found interrupted (diagram.md 5, crash)", () => {
  it("runs again as the next attempt, which costs no retry", () => {
    const plan = riskyPlan();
    send(plan, { type: "interrupt", step: "S", at: walkTime });
    expect(stateOf(plan, "S")).toEqual({ status: "pending", attempt: 1, failures: 0 });
    expect(send(plan, starting("S")).effects).toEqual([{ type: "run", step: "S", attempt: 2 }]);
  });

  it("asks first when it must not run twice unasked", () => {
    const plan = riskyPlan({ idempotent: false });
    send(plan, { type: "interrupt", step: "S", at: walkTime });
    expect(openCheckpoints(plan)).toMatchObject([
      {
        id: "plan::S#1:interrupted",
        message: "attempt 1 was interrupted and may have taken effect",
        choices: [{ id: "retry" }, { id: "waive" }, { id: "cancel" }, { id: "abort" }],
      },
    ]);
  });

  it("and on the answer retry goes on at once as the next attempt", () => {
    const plan = riskyPlan({ idempotent: false });
    send(plan, { type: "interrupt", step: "S", at: walkTime });
    const { effects } = send(plan, answering("plan::S#1:interrupted", "retry"));
    expect(effects).toEqual([{ type: "run", step: "S", attempt: 2 }]);
    expect(stateOf(plan, "S")).toMatchObject({ status: "in_progress", attempt: 2 });
  });
});
