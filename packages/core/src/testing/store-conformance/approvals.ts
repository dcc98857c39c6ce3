import { describe, expect, it } from "vitest";
import { approvalChoices } from "../../journal/approvals.ts";
import type { EventBody } from "../../journal/events.ts";
import type { Store } from "../../store/store.ts";
import { walkTime } from "../plan-walk.ts";
import { ended, startRun, word } from "../store-walk.ts";
import { expectRefusal } from "./refusals.ts";

const asked = (id: string): EventBody => ({
  type: "approval.asked",
  path: "0",
  data: {
    approval: {
      id,
      reason: "permission",
      subject: "bash",
      message: "bash",
      choices: approvalChoices,
      askedAt: walkTime,
    },
  },
});
const closed = (approval: string): EventBody => ({
  type: "approval.closed",
  path: "0",
  data: { approval, reason: "time_limit" },
});

/** An approval is asked once, and answered or closed once (language.md 7.5, agents.md 2). */
export function approvalsConform(opened: () => Store): void {
  describe("takes answers to approvals", () => {
    const asking = () => {
      const lease = startRun(opened(), "r1");
      opened().append(lease, [asked("permission-1")]);
      return lease;
    };

    it("records an answer as an event at the place of the question, without a lease", () => {
      const lease = asking();
      const answer = opened().answer("r1", "permission-1", word(" APPROVE"));
      expect(answer).toMatchObject({ ok: true, event: { type: "approval.answered", path: "0" } });
      expect(opened().approvalsOf("r1")).toMatchObject([{ id: "permission-1", path: "0", answer: word("approve") }]);
      expect(opened().events("r1").at(-1)).toEqual(answer.ok ? answer.event : null);
      opened().append(lease, [asked("permission-2")]);
      opened().verify("r1");
    });

    it.each([
      ["a second answer", "permission-1", "reject", "answered"],
      ["a choice that was not offered", "permission-2", "always", "no-such-choice"],
      ["an answer to a question that was closed", "permission-3", "approve", "stale"],
      ["an answer to a question that was never asked", "permission-4", "approve", "unknown"],
    ])("refuses %s and records nothing", (_, id, choice, why) => {
      const lease = asking();
      opened().append(lease, [asked("permission-2"), asked("permission-3"), closed("permission-3")]);
      opened().answer("r1", "permission-1", word("approve"));
      const before = opened().events("r1").length;
      expect(opened().answer("r1", id, word(choice))).toMatchObject({ ok: false, why });
      expect(opened().events("r1")).toHaveLength(before);
    });

    it("knows nothing of another run's question, and of a run that never started", () => {
      asking();
      startRun(opened(), "r2");
      expect(opened().answer("r2", "permission-1", word("approve"))).toEqual({ ok: false, why: "unknown" });
      expect(opened().answer("r3", "permission-1", word("approve"))).toEqual({ ok: false, why: "unknown" });
      expect(opened().approvalsOf("r3")).toEqual([]);
    });

    it("keeps the approvals of runs apart, whichever was asked or answered first", () => {
      const first = asking();
      const second = startRun(opened(), "r2");
      opened().append(second, [asked("permission-1"), asked("permission-2")]);
      expect(opened().answer("r2", "permission-1", word("approve")).ok).toBe(true);
      expect(opened().answer("r1", "permission-1", word("reject")).ok).toBe(true);
      opened().append(first, [asked("permission-2"), closed("permission-2")]);
      opened().append(second, [closed("permission-2")]);
      expect(opened().approvalsOf("r1")[0]?.answer?.choice).toBe("reject");
      expect(opened().approvalsOf("r2")[0]?.answer?.choice).toBe("approve");
      for (const run of ["r1", "r2"]) opened().verify(run);
    });

    it("takes no answer when the run is over", () => {
      const lease = asking();
      opened().finish(lease, "cancelled", walkTime, ended("cancelled"));
      expect(opened().answer("r1", "permission-1", word("approve"))).toMatchObject({ ok: false, why: "stale" });
    });

    it("refuses to ask twice, to close what was not asked, and to close what was answered", () => {
      const lease = asking();
      expectRefusal("refused", () => opened().append(lease, [asked("permission-1")]));
      expectRefusal("refused", () => opened().append(lease, [closed("permission-2")]));
      opened().answer("r1", "permission-1", word("approve"));
      expectRefusal("refused", () => opened().append(lease, [closed("permission-1")]));
      opened().verify("r1");
    });
  });
}
