import { describe, expect, it } from "vitest";
import type { Store } from "../../store/store.ts";
import { sketchPlan } from "../plan-sketch.ts";
import { walkTime } from "../plan-walk.ts";
import { drivePlanIn, driverNamed, ended, newRun, remark, started, startRun, walkNow } from "../store-walk.ts";
import { expectRefusal } from "./refusals.ts";

/** Runs are kept as they were started, and end as told. */
export function runsConform(opened: () => Store): void {
  describe("keeps runs", () => {
    it("gives a run its first lease and its first event", () => {
      const { lease, event } = opened().createRun(newRun("r1"), driverNamed("d1"), walkNow, started);
      expect(lease).toEqual({ run: "r1", driver: driverNamed("d1"), fence: 1 });
      expect(event).toMatchObject({ seq: 1, run: "r1", at: walkTime, type: "run.started" });
      expect(opened().events("r1")).toEqual([event]);
    });

    it("gives a run back as it was started, with who drives it and until when", () => {
      startRun(opened(), "r1");
      const held = { driver: driverNamed("r1"), leaseUntil: walkNow + 30_000 };
      expect(opened().getRun("r1")).toEqual({ ...newRun("r1"), status: "running", ...held });
    });

    it("knows no run that was not started", () => {
      expect(opened().getRun("r1")).toBeNull();
      expect(opened().events("r1")).toEqual([]);
      expect(opened().plansOf("r1")).toEqual([]);
      expectRefusal("unknown", () => opened().acquire("r1", driverNamed("d1"), walkNow, () => "dead"));
      expectRefusal("unknown", () => opened().append({ run: "r1", driver: driverNamed("d1"), fence: 1 }, [started]));
      expectRefusal("unknown", () => opened().verify("r1"));
    });

    it("refuses a second run of the same id and keeps the first", () => {
      startRun(opened(), "r1");
      expectRefusal("exists", () => opened().createRun(newRun("r1"), driverNamed("d2"), walkNow, started));
      expect(opened().getRun("r1")?.driver).toEqual(driverNamed("r1"));
      expect(opened().events("r1")).toHaveLength(1);
    });

    it("lists runs newest first, without what only a resume needs", () => {
      startRun(opened(), "r1");
      opened().createRun(
        { ...newRun("r2"), startedAt: "2026-05-04T03:02:02.000Z" },
        driverNamed("d"),
        walkNow,
        started,
      );
      opened().createRun(
        { ...newRun("r0"), startedAt: "2025-01-01T00:00:00.000Z" },
        driverNamed("d"),
        walkNow,
        started,
      );
      expect(
        opened()
          .listRuns()
          .map(({ id }) => id),
      ).toEqual(["r2", "r1", "r0"]);
      expect(opened().listRuns()[0]).not.toHaveProperty("text");
      expect(opened().listRuns()[0]).not.toHaveProperty("options");
    });

    it.each(["done", "failed", "waiting", "cancelled", "interrupted"] as const)("ends a run as %s", (status) => {
      const lease = startRun(opened(), "r1");
      const event = opened().finish(lease, status, walkTime, ended(status));
      expect(event).toMatchObject({ seq: 2, type: "run.finished", at: walkTime });
      const { driver, leaseUntil, ...run } = opened().getRun("r1") ?? {};
      expect(run).toMatchObject({ status, finishedAt: walkTime });
      expect([driver, leaseUntil]).toEqual([undefined, undefined]);
    });

    it("refuses to end a run with an event that tells something else", () => {
      const lease = startRun(opened(), "r1");
      expectRefusal("refused", () => opened().finish(lease, "done", walkTime, ended("failed")));
      expectRefusal("refused", () => opened().finish(lease, "done", walkTime, remark("over")));
      expect(opened().getRun("r1")?.status).toBe("running");
      expect(opened().events("r1")).toHaveLength(1);
    });

    it("removes a run that nobody drives with all that belongs to it, and no other", () => {
      const kept = startRun(opened(), "r1");
      drivePlanIn(opened(), kept, sketchPlan(["a", "b"], [["a", "b"]], "kept"));
      const gone = startRun(opened(), "r2");
      drivePlanIn(opened(), gone, sketchPlan(["a", "b"], [["a", "b"]], "gone"));
      opened().finish(gone, "interrupted", walkTime, ended("interrupted"));
      opened().remove(["r2"]);
      expect([opened().getRun("r2"), opened().loadPlan("gone"), opened().events("r2")]).toEqual([null, null, []]);
      expect(opened().loadPlan("kept")?.steps).toHaveLength(2);
      opened().verify("r1");
      drivePlanIn(opened(), kept, sketchPlan(["a", "b"], [["a", "b"]], "gone"));
    });

    it("refuses to remove runs when one of them is driven or unknown, and keeps them all", () => {
      startRun(opened(), "r1");
      opened().finish(startRun(opened(), "r2"), "done", walkTime, ended("done"));
      expect(expectRefusal("refused", () => opened().remove(["r2", "r1"]))).toContain("r1");
      expectRefusal("unknown", () => opened().remove(["r2", "r3"]));
      expect(opened().listRuns()).toHaveLength(2);
    });
  });
}
