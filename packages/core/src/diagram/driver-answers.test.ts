import { expect, test } from "vitest";
import { createPlan } from "../plan/create-plan.ts";
import { sketchPlan } from "../testing/plan-sketch.ts";
import { answering, walkTime } from "../testing/plan-walk.ts";
import { type DriverPort, drivePlan, type StepOutcome } from "./driver.ts";

const done: StepOutcome = { type: "done", output: { text: "" } };

test("an answer opens its branch at once, although another branch still runs", async () => {
  const plan = createPlan(sketchPlan([{ id: "ask", type: "manual" }, "after", "slow"], [["ask", "after"]]));
  const started: string[] = [];
  let hear: () => void = () => {};
  let finishSlow: (outcome: StepOutcome) => void = () => {};
  let isAnswered = false;
  const port: DriverPort = {
    commit: () => {},
    runStep({ id }) {
      started.push(id);
      if (id === "after") finishSlow(done);
      if (id !== "slow") return Promise.resolve(done);
      isAnswered = true;
      queueMicrotask(() => hear());
      // Only what comes after the question ends it.
      return new Promise((resolve) => {
        finishSlow = resolve;
      });
    },
    answered: () =>
      [...plan.checkpoints.values()].flatMap((checkpoint) => {
        const event = answering(checkpoint.id, "approve");
        const isOpen = isAnswered && checkpoint.answer === undefined && event.type === "answer";
        return isOpen ? [{ ...checkpoint, answer: event.answer }] : [];
      }),
    onAnswer(listener) {
      hear = listener;
    },
    now: () => Date.parse(walkTime),
    backOff: () => 0,
    wait: async () => {},
  };
  const end = await drivePlan(plan, port, { maxParallel: 2, signal: new AbortController().signal });
  expect([end, started]).toEqual(["settled", ["slow", "after"]]);
});
