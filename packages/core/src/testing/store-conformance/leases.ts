import { describe, expect, it } from "vitest";
import { createPlan } from "../../plan/create-plan.ts";
import { transition } from "../../plan/transition.ts";
import { type Lease, LeaseLost, type Liveness, type Store } from "../../store/store.ts";
import { sketchPlan } from "../plan-sketch.ts";
import { starting, walkTime } from "../plan-walk.ts";
import { drivePlanIn, driverNamed, ended, remark, startRun, walkNow } from "../store-walk.ts";

/** One driver owns a run: a second is told who, and an old one can no longer write (diagram.md 5). */
export function leasesConform(opened: () => Store): void {
  describe("leases runs", () => {
    const held = { heldBy: driverNamed("r1") };
    const cases: readonly { holder: Liveness; after: number; taken: boolean; why: string }[] = [
      { holder: "alive", after: 0, taken: false, why: "it works" },
      { holder: "alive", after: 31_000, taken: false, why: "the machine slept, or the clock jumped" },
      { holder: "dead", after: 0, taken: true, why: "it was killed" },
      { holder: "dead", after: 31_000, taken: true, why: "it was killed long ago" },
      { holder: "unknown", after: 29_999, taken: false, why: "its lease still lasts" },
      { holder: "unknown", after: 30_000, taken: true, why: "its lease has run out" },
    ];
    it.each(cases)("a driver that is $holder after $after ms keeps its run unless taken=$taken ($why)", (about) => {
      startRun(opened(), "r1");
      const answer = opened().acquire("r1", driverNamed("d2"), walkNow + about.after, () => about.holder);
      expect(answer).toEqual(about.taken ? { run: "r1", driver: driverNamed("d2"), fence: 2 } : held);
      expect(opened().getRun("r1")?.driver?.id).toBe(about.taken ? "d2" : "r1");
    });

    it("asks about the driver that holds the run, and about no other", () => {
      startRun(opened(), "r1");
      const asked: string[] = [];
      opened().acquire("r1", driverNamed("d2"), walkNow, ({ id }) => {
        asked.push(id);
        return "dead";
      });
      expect(asked).toEqual(["r1"]);
    });

    it("lasts 30 seconds longer from each renewal, and is never shortened by a clock that was set back", () => {
      const lease = startRun(opened(), "r1");
      opened().renew(lease, walkNow + 20_000);
      opened().renew(lease, walkNow - 3_600_000);
      const take = (after: number) => opened().acquire("r1", driverNamed("d2"), walkNow + after, () => "unknown");
      expect(take(49_999)).toEqual(held);
      expect(take(50_000)).toMatchObject({ fence: 2 });
    });

    it("is given up when the run ends, and taken again to go on", () => {
      const lease = startRun(opened(), "r1");
      opened().finish(lease, "waiting", walkTime, ended("waiting"));
      const next = opened().acquire("r1", driverNamed("d2"), walkNow, () => "alive");
      expect(next).toEqual({ run: "r1", driver: driverNamed("d2"), fence: 2 });
      const { finishedAt, ...run } = opened().getRun("r1") ?? {};
      expect(run).toMatchObject({ status: "running", driver: driverNamed("d2") });
      expect(finishedAt).toBeUndefined();
    });

    const definition = sketchPlan(["a", "b"], [["a", "b"]]);
    const begun = transition(createPlan(definition), starting("a"));
    const writes: readonly { name: string; write: (store: Store, lease: Lease) => unknown }[] = [
      { name: "append", write: (store, lease) => store.append(lease, [remark("late")]) },
      { name: "append nothing", write: (store, lease) => store.append(lease, []) },
      { name: "renew", write: (store, lease) => store.renew(lease, walkNow) },
      { name: "freeze", write: (store, lease) => store.freeze(lease, "1", sketchPlan(["a"], [], "other")) },
      { name: "commit", write: (store, lease) => store.commit(lease, "plan", begun.ok ? begun.changes : []) },
      { name: "finish", write: (store, lease) => store.finish(lease, "failed", walkTime, ended("failed")) },
    ];
    it.each(writes)("lets no driver $name after another has taken its run over", ({ write }) => {
      const lease = startRun(opened(), "r1");
      drivePlanIn(opened(), lease, definition);
      const taken = opened().acquire("r1", driverNamed("d2"), walkNow, () => "dead");
      if ("fence" in taken) opened().append(taken, [remark("mine now")]);
      const before = [opened().events("r1"), opened().getRun("r1"), opened().loadPlan("plan")];
      expect(() => write(opened(), lease)).toThrow(LeaseLost);
      expect([opened().events("r1"), opened().getRun("r1"), opened().loadPlan("plan")]).toEqual(before);
      expect(opened().loadPlan("other")).toBeNull();
    });

    it.each(writes)("lets nobody $name after the run has ended", ({ write }) => {
      const lease = startRun(opened(), "r1");
      drivePlanIn(opened(), lease, definition);
      opened().finish(lease, "failed", walkTime, ended("failed"));
      expect(() => write(opened(), lease)).toThrow(LeaseLost);
    });
  });
}
