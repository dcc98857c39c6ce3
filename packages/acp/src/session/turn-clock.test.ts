import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { turnClock } from "./turn-clock.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function clock(idleMs: number, turnMs: number) {
  const expired: string[] = [];
  return { expired, ...turnClock({ idleMs, turnMs }, (limit) => expired.push(limit)) };
}

describe("turnClock", () => {
  it("ends a silent turn at the idle limit", () => {
    const { expired } = clock(100, 10_000);
    vi.advanceTimersByTime(99);
    expect(expired).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(expired).toEqual(["idle_limit"]);
  });

  it("lets a turn that makes progress go on until the whole limit", () => {
    const { expired, traffic } = clock(100, 1_000);
    for (let at = 90; at < 1_000; at += 90) {
      vi.advanceTimersByTime(90);
      traffic();
    }
    expect(expired).toEqual([]);
    vi.advanceTimersByTime(10);
    expect(expired).toEqual(["time_limit"]);
  });

  it("does not count the time that the agent waits for us", () => {
    const { expired, pause, resume } = clock(100, 150);
    vi.advanceTimersByTime(60);
    pause();
    vi.advanceTimersByTime(100_000);
    resume();
    vi.advanceTimersByTime(89);
    expect(expired).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(expired).toEqual(["time_limit"]);
  });

  it("counts again only when every answer is given", () => {
    const { expired, pause, resume } = clock(100, 1_000);
    pause();
    pause();
    resume();
    vi.advanceTimersByTime(100_000);
    expect(expired).toEqual([]);
    resume();
    vi.advanceTimersByTime(100);
    expect(expired).toEqual(["idle_limit"]);
  });

  it("never ends what was stopped, also when an answer comes after that", () => {
    const { expired, pause, resume, stop } = clock(100, 1_000);
    pause();
    stop();
    resume();
    vi.advanceTimersByTime(100_000);
    expect(expired).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("takes a limit that no timer can hold for a very long one, not for none", () => {
    const { expired } = clock(Number.POSITIVE_INFINITY, 2 ** 40);
    vi.advanceTimersByTime(1_000_000);
    expect(expired).toEqual([]);
  });
});
