import { describe, expect, it } from "vitest";
import { sketchPlan } from "../testing/plan-sketch.ts";
import { answering, failing, runThrough, send, starting } from "../testing/plan-walk.ts";
import { createPlan } from "./create-plan.ts";
import { isDone, outcomeOf } from "./outcome.ts";

describe("what a plan has come to (diagram.md 5, how a run ends)", () => {
  it("a plan runs while a step is ready", () => {
    expect(outcomeOf(createPlan(sketchPlan(["A"], [])))).toEqual({ status: "running" });
  });

  it("a plan runs while a step is in progress, though another is blocked", () => {
    const plan = createPlan(sketchPlan(["A", "B"], []));
    send(plan, starting("A"));
    send(plan, starting("B"));
    send(plan, failing(plan, "A"));
    expect(outcomeOf(plan)).toEqual({ status: "running" });
  });

  it("a plan is done when every step is done or skipped", () => {
    const plan = createPlan(
      sketchPlan(
        [{ id: "G", type: "gate" }, "B", "C"],
        [
          ["G", "B", "yes"],
          ["G", "C", "no"],
        ],
      ),
    );
    runThrough(plan, { G: "yes" });
    expect(isDone(plan)).toBe(true);
    expect(outcomeOf(plan)).toEqual({ status: "done" });
  });

  it("a plan without steps is done", () => {
    expect(outcomeOf(createPlan(sketchPlan([], [])))).toEqual({ status: "done" });
  });

  it("a plan waits when nothing but people keep it, and names the questions", () => {
    const plan = createPlan(sketchPlan([{ id: "M", type: "manual" }, "B"], [["M", "B"]]));
    runThrough(plan);
    expect(outcomeOf(plan)).toEqual({ status: "waiting", checkpoints: [plan.checkpoints.get("plan::M#1:manual")] });
  });

  it("a plan has failed when a step is blocked, and every step that is kept is named with its reason", () => {
    const plan = createPlan(
      sketchPlan(
        ["A", "B", "C", { id: "M", type: "manual" }],
        [
          ["A", "B"],
          ["B", "C"],
        ],
      ),
    );
    send(plan, starting("A"));
    send(plan, failing(plan, "A"));
    send(plan, starting("M"));
    expect(outcomeOf(plan)).toMatchObject({
      status: "failed",
      obstacles: [
        { step: "A", status: "blocked", why: "it broke" },
        { step: "B", status: "pending", why: 'it waits for "A"' },
        { step: "C", status: "pending", why: 'it waits for "B"' },
        { step: "M", status: "waiting", why: "a person is asked" },
      ],
      checkpoints: [{ id: "plan::A#1:blocked" }, { id: "plan::M#1:manual" }],
    });
  });

  it("a plan that is stuck on a cycle has failed, and names what waits for what", () => {
    const plan = createPlan(
      sketchPlan(
        ["A", "B", "C"],
        [
          ["A", "B"],
          ["B", "A"],
          ["B", "C"],
        ],
      ),
    );
    expect(outcomeOf(plan)).toEqual({
      status: "failed",
      obstacles: [
        { step: "A", status: "pending", why: 'it waits for "B"' },
        { step: "B", status: "pending", why: 'it waits for "A"' },
        { step: "C", status: "pending", why: 'it waits for "B"' },
      ],
      checkpoints: [],
    });
  });

  it("a plan that failed runs again once a person has answered", () => {
    const plan = createPlan(sketchPlan(["A"], []));
    send(plan, starting("A"));
    send(plan, failing(plan, "A"));
    send(plan, answering("plan::A#1:blocked", "retry"));
    expect(outcomeOf(plan)).toEqual({ status: "running" });
  });

  it("a step that waits for thousands names a handful", () => {
    const sources = Array.from({ length: 1_000 }, (_, index) => `S${index}`);
    const plan = createPlan(
      sketchPlan(
        ["J", ...sources],
        sources.map((source) => [source, "J"] as const),
      ),
    );
    send(plan, starting("S0"));
    send(plan, failing(plan, "S0"));
    for (const source of sources.slice(1)) {
      send(plan, starting(source));
      send(plan, failing(plan, source));
    }
    const outcome = outcomeOf(plan);
    expect(outcome.status === "failed" && outcome.obstacles[0]?.why).toBe(
      'it waits for "S0", "S1", "S2", "S3", "S4" and 995 more',
    );
  });
});
