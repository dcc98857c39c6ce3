import type { PermissionDecision } from "@agent-markup/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { defaultLimits } from "../limits.ts";
import { Turn } from "./turn.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const limits = { ...defaultLimits, idleMs: 100, turnMs: 1_000, cancelMs: 50 };
const ended = { type: "stop", reason: "end_turn" } as const;
const allowed: PermissionDecision = { outcome: { outcome: "selected", optionId: "a" }, allows: true, rule: "policy" };

function turn() {
  const told: string[] = [];
  return {
    told,
    turn: new Turn(
      limits,
      undefined,
      () => told.push("cancel"),
      (text) => text,
    ),
  };
}

describe("a turn", () => {
  it("is not held to its limits while the host decides, however long that takes", async () => {
    const { turn: waiting, told } = turn();
    let decide: (decision: PermissionDecision) => void = () => {};
    const answered = waiting.whileAnswering(
      new Promise((resolve) => {
        decide = resolve;
      }),
    );
    vi.advanceTimersByTime(3_600_000);
    expect(told).toEqual([]);
    decide(allowed);
    await answered;
    vi.advanceTimersByTime(100);
    expect(told).toEqual(["cancel"]);
    expect(waiting.outcome(ended, undefined)).toMatchObject({ failure: "idle_limit", permissions: { allowed: 1 } });
  });

  it("is not held to its limits while the agent waits for a tool of the runtime", async () => {
    const { turn: waiting, told } = turn();
    let answer: (text: string) => void = () => {};
    const served = waiting.whileServing(
      new Promise<string>((resolve) => {
        answer = resolve;
      }),
    );
    vi.advanceTimersByTime(3_600_000);
    expect(told).toEqual([]);
    answer("three");
    expect(await served).toBe("three");
    vi.advanceTimersByTime(100);
    expect(told).toEqual(["cancel"]);
  });

  it("tells the agent once, and keeps the first reason, however many there are", () => {
    const { turn: stopped, told } = turn();
    stopped.fail("tool_denied", "first");
    stopped.cancel();
    stopped.fail("mode_changed", "third");
    expect(told).toEqual(["cancel"]);
    expect(stopped.outcome(ended, undefined)).toMatchObject({ failure: "tool_denied", error: "first" });
  });

  it("is not cancelled once it is over, but a fault found then still spoils it", () => {
    const late = turn();
    late.turn.end();
    late.turn.cancel();
    expect(late.turn.outcome(ended, undefined)).toMatchObject({ result: "completed" });
    late.turn.fail("tool_denied", "it ran");
    expect(late.turn.outcome(ended, undefined)).toMatchObject({ result: "failed", failure: "tool_denied" });
    expect(late.told).toEqual([]);
  });

  it("gives the agent a time to answer a cancel, and leaves no timer when it is over", async () => {
    const { turn: stopped } = turn();
    stopped.cancel();
    vi.advanceTimersByTime(50);
    expect(await stopped.unresponsive).toEqual({ type: "unresponsive" });
    const { turn: over } = turn();
    over.cancel();
    over.end();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("counts each kind of answer, and is right after a denial when the last one was", async () => {
    const { turn: asked } = turn();
    const denied: PermissionDecision = {
      outcome: { outcome: "selected", optionId: "r" },
      allows: false,
      rule: "policy",
    };
    const cancelled: PermissionDecision = { outcome: { outcome: "cancelled" }, allows: false, rule: "policy" };
    for (const decision of [denied, allowed, cancelled]) await asked.whileAnswering(Promise.resolve(decision));
    const { permissions, flags } = asked.outcome(ended, undefined);
    expect(permissions).toEqual({ asked: 3, allowed: 1, denied: 1, cancelled: 1 });
    expect(flags).toContain("after_denial");
    await asked.whileAnswering(Promise.resolve(allowed));
    expect(asked.outcome(ended, undefined).flags).not.toContain("after_denial");
    asked.end();
  });
});
