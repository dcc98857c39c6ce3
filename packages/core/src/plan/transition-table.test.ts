import { describe, expect, it } from "vitest";
import { sketchPlan } from "../testing/plan-sketch.ts";
import { answering, failing, finishing, send, starting, walkTime } from "../testing/plan-walk.ts";
import type { PlanEvent, RefusalRule } from "./change.ts";
import { createPlan, snapshotOf } from "./create-plan.ts";
import type { StepStatus } from "./plan.ts";
import { type Plan, stateOf } from "./progress.ts";
import { transition } from "./transition.ts";

/** A plan in which step S has come to a state, in each way there is. */
const situations = {
  "pending, not ready": () => planWith(),
  "pending, ready": () => planWith(starting("A"), "finish A"),
  "pending again after a failure": () => planWith(starting("A"), "finish A", starting("S"), "fail S"),
  in_progress: () => planWith(starting("A"), "finish A", starting("S")),
  waiting: () => planWith(starting("A"), "finish A", starting("S"), { type: "interrupt", step: "S", at: walkTime }),
  blocked: () => planWith(starting("A"), "finish A", starting("S"), "fail S for good"),
  done: () => planWith(starting("A"), "finish A", starting("S"), "finish S"),
  "skipped, waived": () => planWith(starting("A"), "finish A", starting("S"), "fail S for good", answer("waive")),
  "skipped, cancelled": () => planWith(starting("A"), "finish A", starting("S"), "fail S for good", answer("cancel")),
} as const;

type Situation = keyof typeof situations;
type Cell = StepStatus | RefusalRule;

const events = ["start", "finish", "fail", "fail for good", "ask", "interrupt"] as const;

/** What each event makes of S, or the rule that refuses it. S must not be repeated unasked, and has one retry. */
const table: Readonly<Record<Situation, Readonly<Record<(typeof events)[number], Cell>>>> = {
  "pending, not ready": row(
    "not-ready",
    "not-in-progress",
    "not-in-progress",
    "not-in-progress",
    "not-in-progress",
    "not-in-progress",
  ),
  "pending, ready": row(
    "in_progress",
    "not-in-progress",
    "not-in-progress",
    "not-in-progress",
    "not-in-progress",
    "not-in-progress",
  ),
  "pending again after a failure": row(
    "in_progress",
    "not-in-progress",
    "not-in-progress",
    "not-in-progress",
    "not-in-progress",
    "not-in-progress",
  ),
  in_progress: row("not-ready", "done", "pending", "blocked", "ask-without-gate", "waiting"),
  waiting: row(
    "not-ready",
    "not-in-progress",
    "not-in-progress",
    "not-in-progress",
    "not-in-progress",
    "not-in-progress",
  ),
  blocked: row(
    "not-ready",
    "not-in-progress",
    "not-in-progress",
    "not-in-progress",
    "not-in-progress",
    "not-in-progress",
  ),
  done: row("not-ready", "not-in-progress", "not-in-progress", "not-in-progress", "not-in-progress", "not-in-progress"),
  "skipped, waived": row(
    "not-ready",
    "not-in-progress",
    "not-in-progress",
    "not-in-progress",
    "not-in-progress",
    "not-in-progress",
  ),
  "skipped, cancelled": row(
    "not-ready",
    "not-in-progress",
    "not-in-progress",
    "not-in-progress",
    "not-in-progress",
    "not-in-progress",
  ),
};

const answers = ["retry", "waive", "cancel", "abort", "approve"] as const;

/** The same for answers to the checkpoint that S opened; `abort` leaves S as it is. */
const answerTable: Readonly<Partial<Record<Situation, Readonly<Record<(typeof answers)[number], Cell>>>>> = {
  in_progress: answerRow(
    "unknown-checkpoint",
    "unknown-checkpoint",
    "unknown-checkpoint",
    "unknown-checkpoint",
    "unknown-checkpoint",
  ),
  waiting: answerRow("in_progress", "skipped", "skipped", "waiting", "no-such-choice"),
  blocked: answerRow("pending", "skipped", "skipped", "blocked", "no-such-choice"),
  "skipped, waived": answerRow(
    "already-answered",
    "already-answered",
    "already-answered",
    "already-answered",
    "already-answered",
  ),
  "skipped, cancelled": answerRow(
    "already-answered",
    "already-answered",
    "already-answered",
    "already-answered",
    "already-answered",
  ),
};

describe("every event in every status (diagram.md 5)", () => {
  const cells = Object.entries(table).flatMap(([situation, row]) =>
    Object.entries(row).map(([event, cell]) => ({ situation, event, cell })),
  );
  it.each(cells)("$event on a step that is $situation: $cell", ({ situation, event, cell }) => {
    const plan = planIn(situation);
    expect(outcome(plan, eventOf(plan, event))).toBe(cell);
  });

  const answerCells = Object.entries(answerTable).flatMap(([situation, row]) =>
    Object.entries(row ?? {}).map(([choice, cell]) => ({ situation, choice, cell })),
  );
  it.each(answerCells)("answer $choice to a step that is $situation: $cell", ({ situation, choice, cell }) => {
    const plan = planIn(situation);
    expect(outcome(plan, answerTo(plan, choice))).toBe(cell);
  });

  it.each(Object.keys(situations))("no refused event changes a plan whose step is %s", (situation) => {
    const plan = planIn(situation);
    const before = snapshotOf(plan);
    for (const event of [
      ...events.map((name) => eventOf(plan, name)),
      ...answers.map((name) => answerTo(plan, name)),
    ]) {
      transition(plan, event);
      expect(snapshotOf(plan)).toEqual(before);
    }
  });
});

describe("events that belong to nothing", () => {
  it.each(events)("%s of a step that the plan does not have", (name) => {
    const plan = planIn("in_progress");
    expect(outcome(plan, eventOf(plan, name, { step: "X" }))).toBe("unknown-step");
  });

  it.each(["finish", "fail", "ask"])("%s of an attempt that is over", (name) => {
    const plan = planWith(starting("A"), "finish A", starting("S"), "fail S", starting("S"));
    expect(outcome(plan, eventOf(plan, name, { attempt: 1 }))).toBe("old-attempt");
  });

  it.each(["finish", "fail", "ask"])("%s of an attempt that was never made", (name) => {
    const plan = planIn("in_progress");
    expect(outcome(plan, eventOf(plan, name, { attempt: 2 }))).toBe("old-attempt");
  });
});

function outcome(plan: Plan, event: PlanEvent): Cell {
  const result = transition(plan, event);
  if (!result.ok) return result.rule;
  send(plan, event);
  return stateOf(plan, "S").status;
}

function eventOf(
  plan: Plan,
  name: string,
  { step = "S", attempt = stateOf(plan, "S").attempt }: { step?: string; attempt?: number } = {},
): PlanEvent {
  const common = { step, at: walkTime };
  const spent = { ...common, attempt, durationMs: 1 };
  switch (name) {
    case "start":
      return { ...common, type: "start" };
    case "finish":
      return { ...spent, type: "finish", output: { text: "" } };
    case "fail":
    case "fail for good":
      return { ...spent, type: "fail", error: "it broke", retryable: name === "fail" };
    case "ask":
      return { ...spent, type: "ask", message: "which?" };
    case "interrupt":
      return { ...common, type: "interrupt" };
    default:
      throw new TypeError(name);
  }
}

function answerTo(plan: Plan, choice: string): PlanEvent {
  const [checkpoint] = plan.checkpoints.keys();
  return answering(checkpoint ?? "plan::S#1:blocked", choice);
}

function planIn(situation: string): Plan {
  for (const [name, make] of Object.entries(situations)) if (name === situation) return make();
  throw new TypeError(situation);
}

function planWith(...steps: readonly (PlanEvent | string | ((plan: Plan) => PlanEvent))[]): Plan {
  const plan = createPlan(
    sketchPlan(
      ["A", { id: "S", retries: 1, idempotent: false }, "B"],
      [
        ["A", "S"],
        ["S", "B"],
      ],
    ),
  );
  for (const step of steps)
    send(plan, typeof step === "string" ? named(plan, step) : typeof step === "function" ? step(plan) : step);
  return plan;
}

function named(plan: Plan, words: string): PlanEvent {
  const [verb, step = "", ...more] = words.split(" ");
  return verb === "finish" ? finishing(plan, step) : failing(plan, step, { retryable: more.length === 0 });
}

function answer(choice: string): (plan: Plan) => PlanEvent {
  return (plan) => answerTo(plan, choice);
}

function row(start: Cell, finish: Cell, fail: Cell, failForGood: Cell, ask: Cell, interrupt: Cell) {
  return { start, finish, fail, "fail for good": failForGood, ask, interrupt };
}

function answerRow(retry: Cell, waive: Cell, cancel: Cell, abort: Cell, approve: Cell) {
  return { retry, waive, cancel, abort, approve };
}
