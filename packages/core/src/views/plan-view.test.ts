import { describe, expect, it } from "vitest";
import type { EventBody, EventData } from "../journal/events.ts";
import { recorded } from "../testing/recorded.ts";
import { type PlanView, planViews } from "./plan-view.ts";

const checkpoint: EventData["checkpoint.opened"]["checkpoint"] = {
  id: "p::C#1:manual",
  plan: "p",
  step: "C",
  attempt: 1,
  reason: "manual",
  message: "Sign off",
  choices: [{ id: "approve", label: "Approve" }],
  askedAt: "2026-05-04T03:02:09.000Z",
};
const answer = { choice: "approve", actor: "ada", at: "2026-05-04T03:10:00.000Z", note: "fine" };

const started: EventBody = {
  type: "run.started",
  data: { file: "release.md", hash: "0f", trust: "trusted", permissions: null, params: {} },
};
const frozen: EventBody = {
  type: "plan.frozen",
  path: "0.1",
  data: {
    plan: "p",
    mode: "advanced",
    hash: "ab",
    steps: [
      { id: "A", label: "Fetch", type: "tool" },
      { id: "G", label: "Ready?", type: "gate" },
      { id: "C", label: "Sign off", type: "manual" },
      { id: "D", label: "Hold", type: "prompt" },
    ],
    edges: 3,
  },
};
const ended = (status: EventData["run.finished"]["status"]): EventBody => ({
  type: "run.finished",
  data: { status, output: { text: "" } },
});
const ref = (step: string, attempt = 1) => ({ plan: "p", step, attempt });

function viewOf(...bodies: readonly EventBody[]): PlanView {
  const [view, ...others] = planViews(recorded([started, frozen, ...bodies]));
  if (view === undefined || others.length > 0) throw new Error("one plan was expected");
  return view;
}

function stepIn(view: PlanView, step: string) {
  return view.nodes.find(({ id }) => id === step);
}

describe("events that do not tell the whole story are found", () => {
  it.each<[string, EventBody[], string]>([
    [
      "a step of a plan never frozen",
      [{ type: "step.started", data: { ...ref("A"), plan: "q" } }],
      'event 3 (step.started) tells of "q"',
    ],
    [
      "a step the plan does not have",
      [{ type: "step.started", data: ref("X") }],
      'event 3 (step.started) tells of "X"',
    ],
    [
      "a checkpoint of another plan",
      [{ type: "checkpoint.opened", data: { checkpoint: { ...checkpoint, plan: "q" } } }],
      'event 3 (checkpoint.opened) tells of "q"',
    ],
    [
      "an answer to no checkpoint",
      [{ type: "checkpoint.answered", data: { plan: "p", step: "C", checkpoint: "p::C#2:manual", answer } }],
      'event 3 (checkpoint.answered) tells of "p::C#2:manual"',
    ],
  ])("%s", (_fault, bodies, message) => {
    expect(() => viewOf(...bodies)).toThrow(new RangeError(`${message}, which no event before it has`));
  });
});

describe("a plan as its events tell it", () => {
  it("is pending throughout when it has just been frozen", () => {
    expect(viewOf()).toEqual({
      id: "p",
      path: "0.1",
      mode: "advanced",
      hash: "ab",
      status: "running",
      nodes: [
        { id: "A", label: "Fetch", type: "tool", status: "pending", attempt: 0 },
        { id: "G", label: "Ready?", type: "gate", status: "pending", attempt: 0 },
        { id: "C", label: "Sign off", type: "manual", status: "pending", attempt: 0 },
        { id: "D", label: "Hold", type: "prompt", status: "pending", attempt: 0 },
      ],
      gates: [],
      checkpoints: [],
    });
  });

  it("shows a step that failed and was tried again with its last attempt, and nothing of the first", () => {
    const view = viewOf(
      { type: "step.started", data: ref("A") },
      { type: "step.pending", data: { ...ref("A"), failures: 1, again: "retry", error: "timeout" } },
      { type: "step.started", data: { ...ref("A", 2), failures: 1 } },
      {
        type: "step.done",
        data: { ...ref("A", 2), failures: 1, durationMs: 40, output: { text: "12 rows", json: 12 } },
      },
    );
    expect(stepIn(view, "A")).toEqual({
      id: "A",
      label: "Fetch",
      type: "tool",
      status: "done",
      attempt: 2,
      startedAt: "2026-05-04T03:02:05.000Z",
      durationMs: 40,
      output: { text: "12 rows", json: 12 },
    });
  });

  it("keeps why a step is to run again until it does", () => {
    const view = viewOf(
      { type: "step.started", data: ref("A") },
      { type: "step.pending", data: { ...ref("A"), again: "retry", error: "timeout" } },
    );
    expect(stepIn(view, "A")).toEqual({
      id: "A",
      label: "Fetch",
      type: "tool",
      status: "pending",
      attempt: 1,
      error: "timeout",
    });
  });

  it("shows gates with what they decided, and steps with why they were skipped", () => {
    const view = viewOf(
      { type: "step.started", data: ref("G") },
      { type: "step.done", data: { ...ref("G"), durationMs: 3, output: { text: "yes" }, label: "Yes" } },
      { type: "step.skipped", data: { ...ref("D", 0), reason: "routed" } },
    );
    expect(view.gates).toEqual([{ id: "G", label: "Yes" }]);
    expect(stepIn(view, "G")).toMatchObject({ status: "done", decision: "Yes" });
    expect(stepIn(view, "D")).toEqual({
      id: "D",
      label: "Hold",
      type: "prompt",
      status: "skipped",
      attempt: 0,
      skipped: "routed",
    });
  });

  it("shows a waived step with its note", () => {
    const view = viewOf(
      { type: "step.started", data: ref("A") },
      { type: "step.blocked", data: { ...ref("A"), failures: 1, durationMs: 9, error: "exit 2" } },
      { type: "step.skipped", data: { ...ref("A"), reason: "waived", note: "known" } },
    );
    expect(stepIn(view, "A")).toMatchObject({ status: "skipped", skipped: "waived", note: "known" });
  });

  it("shows what a step that waits has come to", () => {
    const view = viewOf(
      { type: "step.started", data: ref("G") },
      { type: "step.waiting", data: { ...ref("G"), durationMs: 5, output: { text: "maybe" } } },
    );
    expect(stepIn(view, "G")).toMatchObject({ status: "waiting", durationMs: 5, output: { text: "maybe" } });
  });

  it("shows checkpoints with their answers", () => {
    const opened: readonly EventBody[] = [
      { type: "step.started", data: ref("C") },
      { type: "step.waiting", data: ref("C") },
      { type: "checkpoint.opened", data: { checkpoint } },
    ];
    expect(viewOf(...opened).checkpoints).toEqual([checkpoint]);
    const answered: EventBody = {
      type: "checkpoint.answered",
      data: { plan: "p", step: "C", checkpoint: checkpoint.id, answer },
    };
    expect(viewOf(...opened, answered).checkpoints).toEqual([{ ...checkpoint, answer }]);
  });

  it("keeps two plans apart, in the order they were frozen", () => {
    const other: EventBody = {
      type: "plan.frozen",
      data: { plan: "o", mode: "simple", hash: "cd", steps: [{ id: "A", label: "A", type: "pass" }], edges: 0 },
    };
    const views = planViews(
      recorded([started, frozen, other, { type: "step.started", data: { ...ref("A"), plan: "o" } }]),
    );
    expect(views.map(({ id, path, nodes }) => [id, path, nodes[0]?.status])).toEqual([
      ["p", "0.1", "pending"],
      ["o", "", "in_progress"],
    ]);
  });
});

describe("what a plan has come to", () => {
  const done = (step: string): EventBody => ({
    type: "step.done",
    data: { ...ref(step), durationMs: 1, output: { text: "" } },
  });
  const blocked: EventBody = { type: "step.blocked", data: { ...ref("A"), durationMs: 1, error: "exit 2" } };
  const waiting: EventBody = { type: "step.waiting", data: ref("C") };
  it.each<[string, EventBody[], PlanView["status"]]>([
    ["is running while its run is, though a step is blocked", [blocked], "running"],
    [
      "is done when every step is done or skipped, though its run goes on",
      [done("A"), done("G"), done("C"), { type: "step.skipped", data: { ...ref("D", 0), reason: "routed" } }],
      "done",
    ],
    ["has failed when its run ended with a step blocked", [blocked, waiting, ended("failed")], "failed"],
    ["waits when its run ended and only people are asked", [waiting, ended("waiting")], "waiting"],
    ["waits for its own people, though another plan failed", [waiting, ended("failed")], "waiting"],
    ["is interrupted with its run", [blocked, ended("interrupted")], "interrupted"],
    ["is cancelled with its run", [waiting, ended("cancelled")], "cancelled"],
    [
      "is running again when its run was resumed",
      [blocked, ended("failed"), { type: "run.resumed", data: { driver: "d", permissions: null } }],
      "running",
    ],
  ])("%s", (_what, bodies, status) => {
    expect(viewOf(...bodies).status).toBe(status);
  });
});
