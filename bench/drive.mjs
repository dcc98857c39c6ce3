import { createPlan } from "@agent-markup/core";
import { drivePlan } from "../packages/core/dist/diagram/driver.js";

const done = Promise.resolve(/** @type {const} */ ({ type: "done", output: { text: "done" } }));

/**
 * Drives a frozen plan through the driver of the runtime, with steps that do nothing. `settled` is told of each commit.
 * @param {import("@agent-markup/core").Store} store
 * @param {import("@agent-markup/core").Lease} lease
 * @param {import("@agent-markup/core").PlanDefinition} definition
 * @param {() => void} [settled]
 */
export async function drive(store, lease, definition, settled = () => {}) {
  const plan = createPlan(definition);
  await drivePlan(
    plan,
    {
      commit(changes) {
        store.commit(lease, definition.id, changes);
        settled();
      },
      runStep: () => done,
      answered: () => [],
      onAnswer: () => {},
      now: Date.now,
      backOff: () => 0,
      wait: () => Promise.resolve(),
    },
    { maxParallel: 1, signal: new AbortController().signal },
  );
  if (plan.counts.done !== definition.nodes.length) throw new Error("the plan was not driven to its end");
}
