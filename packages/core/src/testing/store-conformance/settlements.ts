import { describe, expect, it } from "vitest";
import type { EventBody } from "../../journal/events.ts";
import type { Change, StepChange } from "../../plan/change.ts";
import type { Checkpoint } from "../../plan/plan.ts";
import type { Store } from "../../store/store.ts";
import { sketchPlan } from "../plan-sketch.ts";
import { finishing, starting, statusesOf, walkTime } from "../plan-walk.ts";
import { drivePlanIn, remark, startRun, word } from "../store-walk.ts";
import { expectRefusal } from "./refusals.ts";

const definition = sketchPlan(
  ["a", { id: "gate", type: "gate" }, "b", "c", { id: "ask", type: "manual" }],
  [
    ["a", "gate"],
    ["gate", "b", "yes"],
    ["gate", "c", "no"],
  ],
);

/** A settlement is written whole, each event before its row, or not at all (diagram.md 4 and 5). */
export function settlementsConform(opened: () => Store): void {
  describe("writes settlements", () => {
    it("records an event for each step that changes, in the order of the changes, and more after them", () => {
      const lease = startRun(opened(), "r1");
      const { plan, commit } = drivePlanIn(opened(), lease, definition);
      commit(starting("a"));
      commit(finishing(plan, "a"), starting("gate"));
      commit(finishing(plan, "gate", { label: "NO" }), starting("c"));
      opened().commit(lease, "plan", [], [remark("after")]);
      const told = opened()
        .events("r1", 2)
        .map(({ type, data }) => ("step" in data ? `${type} ${data.step}` : type));
      expect(told).toEqual([
        "step.started a",
        "step.done a",
        "step.started gate",
        "step.done gate",
        "step.skipped b",
        "step.started c",
        "note.recorded",
      ]);
      expect(opened().loadPlan("plan")?.steps[1]).toMatchObject({ status: "done", label: "no" });
    });

    it("tells the events it recorded", () => {
      const lease = startRun(opened(), "r1");
      opened().freeze(lease, "0", definition);
      const events = opened().commit(lease, "plan", [step(0, "a", "pending", "in_progress", 1)], [remark("after")]);
      expect(events).toEqual(opened().events("r1", 2));
    });

    it("keeps nothing of one when any of it cannot be written down", () => {
      const lease = startRun(opened(), "r1");
      const { commit } = drivePlanIn(opened(), lease, definition);
      const before = [opened().loadPlan("plan"), opened().events("r1")];
      const raw: EventBody = { type: "agent.event", data: { session: "s", event: { type: "raw", value: 10n } } };
      expect(() => opened().commit(lease, "plan", [start], [remark("a"), raw])).toThrow(TypeError);
      expect(() => opened().append(lease, [remark("a"), raw])).toThrow(TypeError);
      expect([opened().loadPlan("plan"), opened().events("r1")]).toEqual(before);
      commit(starting("a"));
    });

    const start = step(0, "a", "pending", "in_progress", 1);
    const done = step(0, "a", "in_progress", "done", 1);
    const edge = (index: number, state: "live" | "dead"): Change => ({ type: "edge", index, state });
    const openGate = [start, done, edge(0, "live"), step(1, "gate", "pending", "in_progress", 1)];
    const decided = (label: string): Change => ({ ...step(1, "gate", "in_progress", "done", 1), label });
    const asked: Checkpoint = {
      id: "plan::a#1:blocked",
      plan: "plan",
      step: "a",
      attempt: 1,
      reason: "blocked",
      message: "it broke",
      choices: [{ id: "retry", label: "Try again" }],
      askedAt: walkTime,
    };
    const refused: readonly { what: string; changes: readonly Change[] }[] = [
      { what: "starts a step that is not ready", changes: [step(2, "b", "pending", "in_progress", 1)] },
      { what: "starts a step twice", changes: [start, start] },
      { what: "finishes a step that was not started", changes: [step(0, "a", "pending", "done", 0), edge(0, "live")] },
      { what: "takes a step for one in another status", changes: [done, edge(0, "live")] },
      { what: "takes a step for another", changes: [step(0, "b", "pending", "in_progress", 1)] },
      { what: "counts an attempt too many", changes: [step(0, "a", "pending", "in_progress", 2)] },
      { what: "counts no attempt", changes: [step(0, "a", "pending", "in_progress", 0)] },
      { what: "leaves an edge of a finished step open", changes: [start, done] },
      { what: "lets the edge of a finished step die", changes: [start, done, edge(0, "dead")] },
      { what: "settles an edge of a step that is not finished", changes: [start, edge(0, "live")] },
      { what: "settles an edge twice", changes: [start, done, edge(0, "live"), edge(0, "live")] },
      { what: "leaves what a gate decided", changes: [...openGate, decided("yes"), edge(1, "dead"), edge(2, "live")] },
      {
        what: "decides a gate by no label of it",
        changes: [...openGate, decided("maybe"), edge(1, "dead"), edge(2, "dead")],
      },
      {
        what: "leaves a cut-off step pending",
        changes: [...openGate, decided("yes"), edge(1, "live"), edge(2, "dead")],
      },
      {
        what: "skips a step that may still run",
        changes: [{ ...step(2, "b", "pending", "skipped", 0), skipped: "routed" }],
      },
      { what: "blocks a step and asks nobody", changes: [start, step(0, "a", "in_progress", "blocked", 1)] },
      { what: "asks about a step that runs", changes: [start, { type: "checkpoint", checkpoint: asked }] },
      {
        what: "acts on an answer that nobody gave",
        changes: [{ type: "answer", checkpoint: asked.id, answer: word("retry") }],
      },
    ];
    it.each(refused)("refuses one that $what, keeps nothing of it, and goes on from where it was", ({ changes }) => {
      const lease = startRun(opened(), "r1");
      const { plan, commit } = drivePlanIn(opened(), lease, definition);
      const before = [opened().loadPlan("plan"), opened().events("r1")];
      expectRefusal("refused", () => opened().commit(lease, "plan", changes, [remark("after")]));
      expect([opened().loadPlan("plan"), opened().events("r1")]).toEqual(before);
      commit(starting("a"));
      commit(finishing(plan, "a"));
      opened().verify("r1");
      expect(statusesOf(plan)).toMatchObject({ a: "done", gate: "pending" });
    });
  });
}

function step(
  index: number,
  name: string,
  from: StepChange["from"],
  to: StepChange["to"],
  attempt: number,
): StepChange {
  return { type: "step", step: name, index, from, to, attempt, failures: 0, at: walkTime };
}
