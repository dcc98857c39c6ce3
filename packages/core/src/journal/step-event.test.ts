import { describe, expect, it } from "vitest";
import type { StepChange } from "../plan/change.ts";
import type { EventType } from "./events.ts";
import { stepChange, stepEvent } from "./step-event.ts";

const at = "2026-05-04T03:02:01.000Z";
const common = { type: "step", step: "a", index: 3, attempt: 2, failures: 1, at } as const;

const cases: readonly { change: StepChange; event: EventType }[] = [
  { change: { ...common, from: "pending", to: "in_progress" }, event: "step.started" },
  {
    change: { ...common, from: "in_progress", to: "done", durationMs: 5, output: { text: "x", json: [1] } },
    event: "step.done",
  },
  {
    change: { ...common, from: "waiting", to: "done", durationMs: 5, output: { text: "" }, label: "Yes" },
    event: "step.done",
  },
  {
    change: { ...common, from: "in_progress", to: "blocked", durationMs: 5, error: "it broke" },
    event: "step.blocked",
  },
  {
    change: { ...common, from: "in_progress", to: "waiting", durationMs: 5, output: { text: "x" } },
    event: "step.waiting",
  },
  { change: { ...common, from: "in_progress", to: "pending", again: "interrupted" }, event: "step.pending" },
  {
    change: { ...common, from: "in_progress", to: "pending", error: "it broke", again: "retry" },
    event: "step.pending",
  },
  { change: { ...common, failures: 0, from: "blocked", to: "pending", again: "answer" }, event: "step.pending" },
  { change: { ...common, from: "pending", to: "skipped", skipped: "routed" }, event: "step.skipped" },
  { change: { ...common, from: "blocked", to: "skipped", skipped: "waived", note: "by hand" }, event: "step.skipped" },
];

describe("a step's change", () => {
  it.each(cases)("from $change.from to $change.to is told whole by $event", ({ change, event }) => {
    const told = stepEvent("plan", change);
    expect(told.type).toBe(event);
    expect(told.data).toMatchObject({ plan: "plan", step: "a", attempt: 2 });
    expect(stepChange(told, change)).toEqual(change);
  });

  it("that says less than its event must tell is made whole", () => {
    const bare = stepEvent("plan", { ...common, from: "in_progress", to: "done" });
    expect(bare.data).toMatchObject({ durationMs: 0, output: { text: "" } });
    expect(stepEvent("plan", { ...common, from: "waiting", to: "blocked" }).data).toMatchObject({ error: "" });
  });
});
