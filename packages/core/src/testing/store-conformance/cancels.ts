import { describe, expect, it } from "vitest";
import type { Store } from "../../store/store.ts";
import { sketchPlan } from "../plan-sketch.ts";
import { starting, walkTime } from "../plan-walk.ts";
import { drivePlanIn, driverNamed, ended, remark, startRun, walkNow, word } from "../store-walk.ts";
import { expectRefusal } from "./refusals.ts";

/** Whoever drives a run is told that it is to end; one that has ended for good waits for nobody (DESIGN.md 6). */
export function cancelsConform(opened: () => Store): void {
  describe("cancels runs", () => {
    const definition = sketchPlan([{ id: "ask", type: "manual" }], []);

    it("records a wish to end a run that is driven, without a lease, and the driver goes on writing", () => {
      const lease = startRun(opened(), "r1");
      const asked = opened().requestCancel("r1", "ada");
      expect(asked).toMatchObject({ type: "cancel.requested", data: { actor: "ada" }, seq: 2 });
      const [next] = opened().append(lease, [remark("still here")]);
      expect(next?.seq).toBe(3);
      opened().verify("r1");
    });

    it("tells nobody of a run that nobody drives, and records nothing", () => {
      const lease = startRun(opened(), "r1");
      opened().finish(lease, "waiting", walkTime, ended("waiting"));
      const before = opened().events("r1").length;
      expect(opened().requestCancel("r1", "ada")).toBeNull();
      expect(opened().events("r1")).toHaveLength(before);
    });

    it("refuses a run that there is not", () => {
      expectRefusal("unknown", () => opened().requestCancel("r9", "ada"));
    });

    it.each(["done", "cancelled"] as const)("lets nobody take over a run that is %s", (status) => {
      const lease = startRun(opened(), "r1");
      opened().finish(lease, status, walkTime, ended(status));
      expectRefusal("refused", () => opened().acquire("r1", driverNamed("d2"), walkNow, () => "dead"));
      expect(opened().getRun("r1")?.status).toBe(status);
    });

    it("has a cancelled run wait for no answer, and take none", () => {
      const lease = startRun(opened(), "r1");
      drivePlanIn(opened(), lease, definition).commit(starting("ask"));
      opened().finish(lease, "waiting", walkTime, ended("waiting"));
      expect(opened().openCheckpoints("r1")).toHaveLength(1);
      const taken = opened().acquire("r1", driverNamed("d2"), walkNow, () => "dead");
      if ("heldBy" in taken) throw new Error("the run is held");
      opened().finish(taken, "cancelled", walkTime, ended("cancelled"));
      expect(opened().openCheckpoints("r1")).toEqual([]);
      expect(opened().openCheckpoints()).toEqual([]);
      expect(opened().answer("r1", "plan::ask#1:manual", word("approve"))).toMatchObject({ ok: false, why: "stale" });
    });
  });
}
