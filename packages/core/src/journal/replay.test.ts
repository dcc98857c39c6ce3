import { describe, expect, it } from "vitest";
import type { Checkpoint, StepState } from "../plan/plan.ts";
import { sketchPlan } from "../testing/plan-sketch.ts";
import { recorded } from "../testing/recorded.ts";
import type { EventBody } from "./events.ts";
import { ReplayError, replayPlan } from "./replay.ts";

const definition = sketchPlan(
  ["a", { id: "gate", type: "gate" }, "b", "c"],
  [
    ["a", "gate"],
    ["gate", "b", "yes"],
    ["gate", "c", "no"],
    ["gate", null, "YES "],
  ],
);
const step = (name: string, attempt = 1, plan = "plan") => ({ plan, step: name, attempt });
const started = (name: string, attempt = 1): EventBody => ({ type: "step.started", data: step(name, attempt) });
const done = (name: string, more: { label?: string } = {}): EventBody => ({
  type: "step.done",
  data: { ...step(name), durationMs: 5, output: { text: "x" }, ...more },
});
const question: Checkpoint = {
  id: "q",
  plan: "plan",
  step: "gate",
  attempt: 1,
  reason: "gate",
  message: "which?",
  choices: [{ id: "yes", label: "yes" }],
  askedAt: "2026-05-04T03:02:01.000Z",
};
const answer = { choice: "yes", actor: "ada", at: "2026-05-04T03:02:09.000Z" };
const asked: EventBody = { type: "checkpoint.opened", data: { checkpoint: question } };
const answered: EventBody = {
  type: "checkpoint.answered",
  data: { plan: "plan", step: "gate", checkpoint: "q", answer },
};

describe("the events of a run tell what its plan has come to", () => {
  it("every step pending and every edge open, when they tell nothing of it", () => {
    const { steps, edges, checkpoints } = replayPlan(definition, []);
    expect(steps).toEqual(definition.nodes.map(() => ({ status: "pending", attempt: 0, failures: 0 })));
    expect(edges).toEqual(["open", "open", "open", "open"]);
    expect(checkpoints.size).toBe(0);
  });

  const a: readonly { what: string; events: readonly EventBody[]; state: StepState }[] = [
    {
      what: "a start, and when",
      events: [started("a")],
      state: { status: "in_progress", attempt: 1, failures: 0, startedAt: "2026-05-04T03:02:01.000Z" },
    },
    {
      what: "a retry, which forgets the start",
      events: [
        started("a"),
        { type: "step.pending", data: { ...step("a"), failures: 1, error: "it broke", again: "retry" } },
      ],
      state: { status: "pending", attempt: 1, failures: 1, error: "it broke" },
    },
    {
      what: "the second attempt",
      events: [started("a"), { type: "step.pending", data: { ...step("a"), again: "interrupted" } }, started("a", 2)],
      state: { status: "in_progress", attempt: 2, failures: 0, startedAt: "2026-05-04T03:02:03.000Z" },
    },
    {
      what: "a block, with what it came to",
      events: [
        started("a"),
        { type: "step.blocked", data: { ...step("a"), failures: 1, durationMs: 7, error: "it broke" } },
      ],
      state: {
        status: "blocked",
        attempt: 1,
        failures: 1,
        startedAt: "2026-05-04T03:02:01.000Z",
        durationMs: 7,
        error: "it broke",
      },
    },
    {
      what: "a waiver",
      events: [
        started("a"),
        { type: "step.blocked", data: { ...step("a"), durationMs: 7, error: "it broke" } },
        { type: "step.skipped", data: { ...step("a"), reason: "waived" } },
      ],
      state: { status: "skipped", attempt: 1, failures: 0, startedAt: "2026-05-04T03:02:01.000Z", skipped: "waived" },
    },
  ];
  it.each(a)("$what", ({ events, state }) => {
    expect(replayPlan(definition, recorded(events)).steps[0]).toEqual(state);
  });

  it("the edges of a gate by its label, however it is spelled, and the step that it routes away", () => {
    const skip: EventBody = { type: "step.skipped", data: { ...step("c", 0), reason: "routed" } };
    const events = recorded([started("a"), done("a"), started("gate"), done("gate", { label: "yes" }), skip]);
    const { edges, steps } = replayPlan(definition, events);
    expect(edges).toEqual(["live", "live", "dead", "live"]);
    expect(steps[3]).toEqual({ status: "skipped", attempt: 0, failures: 0, skipped: "routed" });
  });

  it("checkpoints with their answers", () => {
    const { checkpoints } = replayPlan(definition, recorded([asked, answered]));
    expect([...checkpoints.values()]).toEqual([{ ...question, answer }]);
  });

  it("nothing from the events of other plans and of the run itself", () => {
    const others = recorded([
      { type: "step.started", data: step("a", 1, "other") },
      { type: "checkpoint.opened", data: { checkpoint: { ...question, plan: "other" } } },
      { type: "note.recorded", data: { code: "N", message: "x" } },
    ]);
    expect(replayPlan(definition, others)).toEqual(replayPlan(definition, []));
  });
});

describe("events that no run can have written are told apart", () => {
  it.each<[string, readonly EventBody[], RegExp]>([
    ["a step that the plan has not", [started("z")], /event 1 names no step of its plan: z/],
    ["a step done without a start", [done("a")], /event 1 takes a from pending to done/],
    [
      "a step that starts after it was done",
      [started("a"), done("a"), started("a", 2)],
      /event 3 takes a from done to in_progress/,
    ],
    ["an answer to nothing", [answered], /event 1 answers an unknown checkpoint: q/],
    ["a second answer", [asked, answered, answered], /event 3 answers q a second time/],
  ])("%s", (_, events, reason) => {
    expect(() => replayPlan(definition, recorded(events))).toThrow(ReplayError);
    expect(() => replayPlan(definition, recorded(events))).toThrow(reason);
  });
});
