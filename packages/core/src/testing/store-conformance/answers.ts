import { describe, expect, it } from "vitest";
import type { Store } from "../../store/store.ts";
import { sketchPlan } from "../plan-sketch.ts";
import { answering, failing, starting, walkTime } from "../plan-walk.ts";
import { type DrivenPlan, drivePlanIn, driverNamed, startRun, word } from "../store-walk.ts";
import { expectRefusal } from "./refusals.ts";

const definition = sketchPlan([{ id: "ask", type: "manual" }, "work", "end"], [["ask", "end"]]);
const manual = "plan::ask#1:manual";

/** A checkpoint is answered once, by one of its choices, while its step waits for it (diagram.md 5). */
export function answersConform(opened: () => Store): void {
  describe("takes answers", () => {
    const waiting = (): DrivenPlan => {
      const driven = drivePlanIn(opened(), startRun(opened(), "r1"), definition);
      driven.commit(starting("ask"));
      return driven;
    };

    it("records an answer as an event and with its checkpoint, without a lease", () => {
      waiting();
      const answer = opened().answer("r1", manual, word("approve"));
      expect(answer).toMatchObject({ ok: true, event: { type: "checkpoint.answered", data: { checkpoint: manual } } });
      expect(opened().checkpointsOf("plan")).toMatchObject([{ id: manual, answer: word("approve") }]);
      expect(opened().events("r1").at(-1)).toEqual(answer.ok ? answer.event : null);
    });

    it("tells the choice as the checkpoint spells it", () => {
      waiting();
      opened().answer("r1", manual, word(" APPROVE"));
      expect(opened().checkpointsOf("plan")[0]?.answer).toEqual(word("approve"));
    });

    it("takes only the first of two answers, as a double click gives them", () => {
      waiting();
      opened().answer("r1", manual, word("approve"));
      const second = opened().answer("r1", manual, word("reject"));
      expect(second).toMatchObject({ ok: false, why: "answered", checkpoint: { answer: word("approve") } });
      expect(
        opened()
          .events("r1")
          .filter(({ type }) => type === "checkpoint.answered"),
      ).toHaveLength(1);
    });

    it("takes no choice that was not offered", () => {
      waiting();
      expect(opened().answer("r1", manual, word("waive"))).toMatchObject({ ok: false, why: "no-such-choice" });
      expect(opened().checkpointsOf("plan")[0]?.answer).toBeUndefined();
    });

    it.each([
      ["a checkpoint that never opened", "r1", "plan::ask#2:manual"],
      ["a checkpoint of another run", "r2", manual],
      ["a run that never started", "r3", manual],
    ])("knows nothing of %s", (_, run, checkpoint) => {
      waiting();
      startRun(opened(), "r2");
      expect(opened().answer(run, checkpoint, word("approve"))).toEqual({ ok: false, why: "unknown" });
    });

    it("takes no answer to an attempt that is over", () => {
      const { plan, commit } = waiting();
      commit(starting("work"));
      commit(failing(plan, "work", { retryable: false }));
      opened().answer("r1", "plan::work#1:blocked", word("retry"));
      commit(answering("plan::work#1:blocked", "retry"));
      commit(starting("work"));
      commit(failing(plan, "work", { retryable: false }));
      expect(
        opened()
          .openCheckpoints("r1")
          .map(({ id }) => id),
      ).toEqual([manual, "plan::work#2:blocked"]);
      const late = opened().answer("r1", "plan::work#1:blocked", word("waive"));
      expect(late).toMatchObject({ ok: false, why: "answered" });
    });

    it("takes no answer when the step has moved on without it", () => {
      waiting();
      const again = { type: "step", step: "ask", index: 0, attempt: 2, failures: 0, at: walkTime } as const;
      const lease = { run: "r1", driver: driverNamed("r1"), fence: 1 };
      opened().commit(lease, "plan", [{ ...again, from: "waiting", to: "in_progress" }]);
      expect(opened().openCheckpoints()).toEqual([]);
      expect(opened().answer("r1", manual, word("approve"))).toMatchObject({ ok: false, why: "stale" });
    });

    it("lists the checkpoints that wait for an answer, of one run or of all", () => {
      waiting();
      const other = drivePlanIn(opened(), startRun(opened(), "r2"), { ...definition, id: "other" });
      other.commit(starting("ask"));
      expect(
        opened()
          .openCheckpoints()
          .map(({ id }) => id),
      ).toEqual([manual, "other::ask#1:manual"]);
      expect(
        opened()
          .openCheckpoints("r2")
          .map(({ id }) => id),
      ).toEqual(["other::ask#1:manual"]);
      opened().answer("r2", "other::ask#1:manual", word("reject"));
      expect(
        opened()
          .openCheckpoints()
          .map(({ id }) => id),
      ).toEqual([manual]);
    });

    it("lets a driver act on a recorded answer, and on no other", () => {
      const { plan, commit } = waiting();
      const lease = { run: "r1", driver: driverNamed("r1"), fence: 1 };
      opened().answer("r1", manual, word("approve"));
      const forged = { type: "answer", checkpoint: manual, answer: word("reject") } as const;
      expectRefusal("refused", () => opened().commit(lease, "plan", [forged]));
      commit({ type: "answer", checkpoint: manual, answer: word("approve"), at: walkTime });
      expect(opened().loadPlan("plan")?.steps[0]).toMatchObject({ status: "done" });
      expect(plan.edges).toEqual(["live"]);
    });
  });
}
