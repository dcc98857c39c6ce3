import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { OfferedReply } from "../agent/offered-tools.ts";
import type { Event } from "../journal/events.ts";
import { offering } from "../testing/offered-rig.ts";
import { tool } from "../tools/tool.ts";
import { withinLimit } from "./offered-call.ts";

describe("a call that pays no heed to its limit", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());
  const minutes = 60_000;
  const graceMs = 30_000;
  /** A tool that never ends, and tells when it was told to. */
  function stuck() {
    let tell = () => {};
    const told = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const never = tool("stuck", [], (_, { signal }) => {
      signal.addEventListener("abort", tell);
      return new Promise(() => {});
    });
    return { told, tools: new Map([["stuck", never]]) };
  }
  const notes = (events: readonly Event[]) =>
    events.flatMap((event) =>
      event.type === "agent.event" && event.data.event.type === "note" ? [event.data.event.text] : [],
    );

  test("is given up after ten minutes and a grace: the agent is told, and the trace says so", async () => {
    const { told, tools } = stuck();
    const replies: OfferedReply[] = [];
    const { run, events } = await offering(
      async (call) => {
        const reply = call("stuck");
        await vi.advanceTimersByTimeAsync(10 * minutes);
        await told;
        await vi.advanceTimersByTimeAsync(graceMs);
        replies.push(await reply);
      },
      { tools },
    );
    expect(await run('<agent name="x">go</agent>')).toMatchObject({ status: "done" });
    const text =
      "a call of stuck did not end after 10 minutes: it is not waited for, and what becomes of it is not known";
    expect(replies).toEqual([{ text, isError: true }]);
    expect(notes(events())).toEqual([text]);
  });

  test("is given up a grace after the end of its turn, and the run goes on", async () => {
    const { told, tools } = stuck();
    const { run, events } = await offering(async (call) => void call("stuck"), { tools });
    const result = run('<agent name="x">go</agent>');
    await told;
    await vi.advanceTimersByTimeAsync(graceMs);
    expect(await result).toMatchObject({ status: "done" });
    expect(notes(events())).toEqual([
      "a call of stuck did not end when it was cancelled or its turn was over: it is not waited for, and what becomes of it is not known",
    ]);
  });
});

test("a call that has ended leaves no timer behind, though its turn ends later", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const turn = new AbortController();
  expect(await withinLimit(turn.signal, async () => "done", String)).toBe("done");
  turn.abort();
  expect(vi.getTimerCount()).toBe(0);
});
