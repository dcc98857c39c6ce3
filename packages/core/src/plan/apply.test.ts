import { describe, expect, it } from "vitest";
import { sketchPlan } from "../testing/plan-sketch.ts";
import { failing, finishing, send, starting, walkTime } from "../testing/plan-walk.ts";
import { applyChanges } from "./apply.ts";
import type { Change, PlanEvent, StepChange } from "./change.ts";
import { createPlan } from "./create-plan.ts";
import { PlanError } from "./plan-error.ts";
import type { Plan } from "./progress.ts";
import { transition } from "./transition.ts";

/** A -> G, G -yes-> B, G -no-> C, with A done and G in progress. */
function atTheGate(): Plan {
  const plan = createPlan(
    sketchPlan(
      ["A", { id: "G", type: "gate" }, "B", "C", "D"],
      [
        ["A", "G"],
        ["G", "B", "yes"],
        ["G", "C", "no"],
        ["C", "D"],
      ],
    ),
  );
  for (const event of [starting("A"), "finish", starting("G")] as const)
    send(plan, event === "finish" ? finishing(plan, "A") : event);
  return plan;
}

function changesOf(plan: Plan, event: PlanEvent): readonly Change[] {
  const result = transition(plan, event);
  if (!result.ok) throw new Error(result.message);
  return result.changes;
}

function step(change: Partial<StepChange> & Pick<StepChange, "step" | "index" | "from" | "to">): StepChange {
  return { type: "step", attempt: 0, failures: 0, at: walkTime, ...change };
}

describe("changes that transition did not make of this plan are found (diagram.md 5)", () => {
  const begin = step({ step: "B", index: 2, from: "pending", to: "in_progress", attempt: 1 });
  const decided = { step: "G", index: 1, from: "in_progress", to: "done", attempt: 1 } as const;
  const cases: readonly (readonly [fault: string, changes: readonly Change[], message: string])[] = [
    ["starting what is not ready", [begin], 'step "B" cannot become in_progress: it is not ready'],
    [
      "pending to done",
      [step({ ...begin, to: "done" })],
      'step "B" cannot become done: nothing leads there from pending',
    ],
    [
      "leaving done",
      [step({ step: "A", index: 0, from: "done", to: "pending", attempt: 1 })],
      'step "A" cannot become pending: nothing leads there from done',
    ],
    [
      "a status that is not the step's",
      [step({ ...decided, from: "waiting" })],
      'step "G" cannot become done: it is in_progress, not waiting',
    ],
    [
      "an id at another's place",
      [step({ ...begin, index: 3 })],
      'step "B" cannot become in_progress: the step at 3 is "C"',
    ],
    [
      "a jump of attempts",
      [step({ ...decided, to: "pending", attempt: 2 })],
      'step "G" cannot become pending: attempt 2 does not follow',
    ],
    [
      "a gate done without its label",
      [step({ ...decided, label: "maybe" })],
      'step "G" cannot become done: "maybe" is none of its labels',
    ],
    [
      "a skip without a reason",
      [step({ ...decided, to: "skipped" })],
      'step "G" cannot become skipped: its skip reason is undefined',
    ],
    [
      "a reason without a skip",
      [step({ ...decided, label: "yes", skipped: "routed" })],
      'step "G" cannot become done: its skip reason is routed',
    ],
    [
      "routing away what may still be reached",
      [step({ ...begin, to: "skipped", attempt: 0, skipped: "routed" })],
      'step "B" cannot become skipped: an edge to it is open or live',
    ],
    [
      "routing away what has begun",
      [step({ ...decided, to: "skipped", skipped: "routed" })],
      'step "G" cannot become skipped: from in_progress it is not routed',
    ],
    [
      "settling an edge before its source",
      [{ type: "edge", index: 1, state: "live" }],
      'edge 1 out of "G" is to be open, not live',
    ],
    ["settling an edge twice", [{ type: "edge", index: 0, state: "live" }], 'edge 0 out of "A" has settled before'],
    [
      "taking a label that was not chosen",
      [step({ ...decided, label: "yes" }), { type: "edge", index: 2, state: "live" }],
      'edge 2 out of "G" is to be dead, not live',
    ],
    [
      "leaving edges open",
      [step({ ...decided, label: "yes" }), { type: "edge", index: 1, state: "live" }],
      "the changes leave edges of a final step open",
    ],
    [
      "leaving a cut-off step pending",
      [
        step({ ...decided, label: "yes" }),
        { type: "edge", index: 1, state: "live" },
        { type: "edge", index: 2, state: "dead" },
      ],
      "the changes leave a step pending although every edge to it is dead",
    ],
    [
      "waiting for nobody",
      [step({ ...decided, to: "waiting" })],
      "the changes leave a step waiting without a checkpoint",
    ],
    [
      "an answer to nothing",
      [{ type: "answer", checkpoint: "plan::G#1:gate", answer: { choice: "yes", actor: "eve", at: walkTime } }],
      'checkpoint "plan::G#1:gate" is not one that a step waits at',
    ],
  ];
  it.each(cases)("%s", (_fault, changes, message) => {
    expect(() => applyChanges(atTheGate(), changes)).toThrow(new PlanError(message));
  });

  it("the same changes twice", () => {
    const plan = atTheGate();
    const changes = changesOf(plan, finishing(plan, "G", { label: "yes" }));
    applyChanges(plan, changes);
    expect(() => applyChanges(plan, changes)).toThrow(PlanError);
  });

  it("changes made before another event was applied", () => {
    const plan = atTheGate();
    const late = changesOf(plan, finishing(plan, "G", { label: "yes" }));
    send(plan, failing(plan, "G"));
    expect(() => applyChanges(plan, late)).toThrow('step "G" cannot become done: it is blocked, not in_progress');
  });
});

describe("checkpoints are opened once, for the step that waits, and keep their first answer", () => {
  function blocked() {
    const plan = atTheGate();
    const changes = changesOf(plan, failing(plan, "G"));
    const opened = changes.find((change) => change.type === "checkpoint");
    if (opened === undefined) throw new Error("no checkpoint");
    return { plan, changes, checkpoint: opened.checkpoint };
  }

  it("not before its step waits", () => {
    const { plan, checkpoint } = blocked();
    expect(() => applyChanges(plan, [{ type: "checkpoint", checkpoint }])).toThrow(
      'checkpoint "plan::G#1:blocked" does not belong to a step that is in_progress at attempt 1',
    );
  });

  it("not for another attempt", () => {
    const { plan, changes, checkpoint } = blocked();
    const late: Change = { type: "checkpoint", checkpoint: { ...checkpoint, attempt: 2 } };
    expect(() =>
      applyChanges(
        plan,
        changes.map((change) => (change.type === "checkpoint" ? late : change)),
      ),
    ).toThrow('checkpoint "plan::G#1:blocked" does not belong to a step that is blocked at attempt 1');
  });

  it("not twice", () => {
    const { plan, changes, checkpoint } = blocked();
    applyChanges(plan, changes);
    expect(() => applyChanges(plan, [{ type: "checkpoint", checkpoint }])).toThrow(PlanError);
  });

  it("not for a step of another plan", () => {
    const { plan, checkpoint } = blocked();
    expect(() => applyChanges(plan, [{ type: "checkpoint", checkpoint: { ...checkpoint, step: "X" } }])).toThrow(
      'checkpoint "plan::G#1:blocked" is of no step of this plan',
    );
  });

  it("and no second answer replaces the first", () => {
    const { plan, changes, checkpoint } = blocked();
    const answer = { choice: "abort", actor: "ada", at: walkTime };
    applyChanges(plan, [...changes, { type: "answer", checkpoint: checkpoint.id, answer }]);
    const other: Change = { type: "answer", checkpoint: checkpoint.id, answer: { ...answer, actor: "eve" } };
    expect(() => applyChanges(plan, [other])).toThrow('checkpoint "plan::G#1:blocked" has another answer');
  });
});
