import { describe, expect, it } from "vitest";
import type { Store } from "../../store/store.ts";
import { sketchLoop, sketchPlan } from "../plan-sketch.ts";
import { answering, failing, finishing, starting, walkTime } from "../plan-walk.ts";
import { type DrivenPlan, drivePlanIn, ended, startRun, word } from "../store-walk.ts";

const loop = sketchLoop("loop", 2, { onExhaust: "checkpoint" });
const definition = sketchPlan(
  [{ id: "ask", type: "manual" }, "work", { id: "gate", type: "gate" }, "b", ...loop.nodes],
  [["ask", "work"], ["gate", "b", "Yes"], ["gate", null, "no"], ...loop.edges],
);

/** An answer that is given in advance is recorded, and used once, for the first attempt (diagram.md 5). */
export function anticipationsConform(opened: () => Store): void {
  describe("takes answers in advance", () => {
    const begun = (): DrivenPlan => drivePlanIn(opened(), startRun(opened(), "r1"), definition);
    const anticipate = (step: string, choice: string) =>
      opened().anticipate("r1", { plan: "plan", step }, word(choice));
    const answered = () =>
      opened()
        .checkpointsOf("plan")
        .map(({ id, answer }) => [id, answer?.choice]);

    it("records one as an event, without a lease, and changes nothing of the plan", () => {
      const { plan } = begun();
      const { steps } = plan;
      expect(anticipate("ask", " APPROVE")).toMatchObject({ ok: true, event: { type: "checkpoint.anticipated" } });
      expect(opened().events("r1").at(-1)?.data).toEqual({ plan: "plan", step: "ask", answer: word("approve") });
      expect(opened().loadPlan("plan")).toMatchObject({ steps, checkpoints: [] });
      expect(opened().openCheckpoints("r1")).toEqual([]);
    });

    it("answers the checkpoint in the settlement that opens it, and a driver acts on it", () => {
      const { commit } = begun();
      anticipate("ask", "approve");
      commit(starting("ask"));
      expect(
        opened()
          .events("r1")
          .slice(-3)
          .map(({ type }) => type),
      ).toEqual(["step.waiting", "checkpoint.opened", "checkpoint.answered"]);
      expect(answered()).toEqual([["plan::ask#1:manual", "approve"]]);
      expect(opened().openCheckpoints("r1")).toEqual([]);
      expect(opened().answer("r1", "plan::ask#1:manual", word("reject"))).toMatchObject({ ok: false, why: "answered" });
      commit({ type: "answer", checkpoint: "plan::ask#1:manual", answer: word("approve"), at: walkTime });
      expect(opened().loadPlan("plan")?.steps[0]?.status).toBe("done");
      opened().verify("r1");
    });

    it("answers a gate, and the last pass of a loop, by what they ask", () => {
      const { plan, commit } = begun();
      anticipate("gate", "yes");
      anticipate(loop.last, "continue");
      commit(starting("gate"));
      commit(finishing(plan, "gate", { label: "perhaps" }), starting(loop.first));
      commit(finishing(plan, loop.first), starting(loop.last));
      commit(finishing(plan, loop.last));
      expect(answered()).toEqual([
        ["plan::gate#1:gate", "Yes"],
        [`plan::${loop.last}#1:exhausted`, "continue"],
      ]);
      opened().verify("r1");
    });

    it("does not answer what goes wrong, nor a later attempt, nor a second question", () => {
      const { plan, commit } = begun();
      anticipate("gate", "no");
      anticipate(loop.last, "cancel");
      commit(starting("gate"), starting(loop.first));
      commit(failing(plan, "gate", { retryable: false }), finishing(plan, loop.first), starting(loop.last));
      commit(failing(plan, loop.last, { retryable: false }));
      opened().answer("r1", "plan::gate#1:blocked", word("retry"));
      commit(answering("plan::gate#1:blocked", "retry"));
      commit(starting("gate"));
      commit(finishing(plan, "gate", { label: "perhaps" }));
      expect(answered()).toEqual([
        ["plan::gate#1:blocked", "retry"],
        [`plan::${loop.last}#1:blocked`, undefined],
        ["plan::gate#2:gate", undefined],
      ]);
    });

    it.each([
      ["a plan that is not there", { plan: "other", step: "ask" }, "approve", { why: "unknown" }],
      ["a step that is not there", { plan: "plan", step: "asks" }, "approve", { why: "unknown" }],
      ["a step that has begun", { plan: "plan", step: "b" }, "approve", { why: "begun" }],
      ["a step that asks nobody", { plan: "plan", step: "work" }, "approve", { why: "never-asks" }],
      ["a pass of a loop that is not the last", { plan: "plan", step: loop.first }, "cancel", { why: "never-asks" }],
      ["a choice that is not offered", { plan: "plan", step: "ask" }, "Yes", { why: "no-such-choice" }],
    ] as const)("refuses one to %s", (_, at, choice, refused) => {
      const { plan, commit } = begun();
      commit(starting("gate"));
      commit(finishing(plan, "gate", { label: "yes" }), starting("b"));
      const events = opened().events("r1");
      expect(opened().anticipate("r1", at, word(choice))).toMatchObject({ ok: false, ...refused });
      expect(opened().events("r1")).toEqual(events);
    });

    it("refuses a second one to a step, one to a run that is over, and one to no run", () => {
      begun();
      anticipate("ask", "approve");
      expect(anticipate("ask", "reject")).toEqual({ ok: false, why: "answered", earlier: word("approve") });
      const over = startRun(opened(), "over");
      drivePlanIn(opened(), over, { ...definition, id: "old" });
      opened().finish(over, "cancelled", walkTime, ended("cancelled"));
      expect(opened().anticipate("over", { plan: "old", step: "ask" }, word("approve"))).toMatchObject({
        why: "begun",
      });
      expect(opened().anticipate("none", { plan: "plan", step: "ask" }, word("approve"))).toMatchObject({
        why: "unknown",
      });
    });
  });
}
