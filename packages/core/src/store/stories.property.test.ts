import fc from "fast-check";
import { expect, it } from "vitest";
import type { PlanEvent } from "../plan/change.ts";
import { createPlan, restorePlan } from "../plan/create-plan.ts";
import { isDone } from "../plan/outcome.ts";
import type { Plan } from "../plan/progress.ts";
import { endingsIn, endingsOf, eventsNow, picks, type Story, stories } from "../testing/plan-stories.ts";
import { send, walkTime } from "../testing/plan-walk.ts";
import { describeForEachDriver } from "../testing/sqlite-drivers.ts";
import { storeFiles } from "../testing/store-files.ts";
import { driverNamed, startRun, walkNow } from "../testing/store-walk.ts";
import type { Lease, Store } from "./store.ts";

/** When the driver dies: after an answer was recorded, or after a settlement was; counted in transactions. */
const crashes = fc.uniqueArray(fc.nat(30), { maxLength: 6 });

await describeForEachDriver("whatever the diagram, the mishaps and the answers", (driver) => {
  const files = storeFiles(driver);

  it("a crash after any transaction and a resume end as no crash does", { timeout: 120_000 }, async () => {
    const path = files.path();
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(stories, picks, crashes, async (story, order, dying) => {
        runs += 1;
        const run = `run-${runs}`;
        const { plan, store, died } = await drivenThrough(path, run, story, order, new Set(dying));
        expect(endingsIn(plan)).toEqual(endingsOf(story));
        expect(isDone(plan)).toBe(true);
        expect(restored(store, run)).toEqual(plan);
        store.verify(run);
        const drivers = store.events(run).filter(({ type }) => type === "run.resumed");
        expect(drivers).toHaveLength(died);
        store.close();
      }),
      { numRuns: 60 },
    );
  });

  async function drivenThrough(path: string, run: string, story: Story, order: readonly number[], dying: Set<number>) {
    const definition = { ...story.definition, id: run };
    let store = await files.open(path);
    let lease: Lease = startRun(store, run);
    store.freeze(lease, "0", definition);
    let plan: Plan = createPlan(definition);
    let transactions = 0;
    let died = 0;
    for (let turn = 0; ; turn += 1) {
      const events = eventsNow(plan, story);
      const event = events[(order[turn % order.length] ?? 0) % Math.max(1, events.length)];
      if (event === undefined) return { plan, store, died };
      if (event.type === "answer") store.answer(run, event.checkpoint, event.answer);
      const diesBetween = event.type === "answer" && dying.has(transactions++);
      if (!diesBetween) store.commit(lease, run, send(plan, event).changes);
      if (!diesBetween && !dying.has(transactions++)) continue;
      died += 1;
      store.close();
      store = await files.open(path);
      lease = takenOver(store, run, died);
      plan = restored(store, run);
      for (const left of interruptions(plan)) store.commit(lease, run, send(plan, left).changes);
    }
  }
});

function takenOver(store: Store, run: string, time: number): Lease {
  const driver = driverNamed(`${run}-${time}`);
  const lease = store.acquire(run, driver, walkNow, () => "dead");
  if ("heldBy" in lease) throw new Error("a dead driver holds the run");
  store.append(lease, [{ type: "run.resumed", data: { driver: driver.id, permissions: null } }]);
  return lease;
}

function restored(store: Store, plan: string): Plan {
  const stored = store.loadPlan(plan);
  if (stored === null) throw new Error(`plan ${plan} is gone`);
  return restorePlan(stored.definition, stored.steps, stored.edges, stored.checkpoints);
}

/** What whoever takes a run over does first: nobody works at the steps in progress any more (diagram.md 5, crash). */
function interruptions(plan: Plan): PlanEvent[] {
  return plan.definition.nodes.flatMap(({ id, index }): PlanEvent[] =>
    plan.steps[index]?.status === "in_progress" ? [{ type: "interrupt", step: id, at: walkTime }] : [],
  );
}
