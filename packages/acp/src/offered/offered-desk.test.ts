import { type AgentEvent, redaction, stepResultOffer } from "@agent-markup/core";
import { describe, expect, test } from "vitest";
import { defaultLimits } from "../limits.ts";
import { Turn } from "../session/turn.ts";
import { offer, offeringHost } from "../testing/offered-host.ts";
import { offeredDesk } from "./offered-desk.ts";

const nothing = () => {};

/** A desk, and calls to it in a turn that another can follow. */
function desk(reply = "ran") {
  const { host, calls } = offeringHost(() => ({ text: reply, isError: false }));
  if (host.offered === undefined) throw new TypeError("nothing is offered");
  const events: AgentEvent[] = [];
  const newTurn = () => new Turn(defaultLimits, undefined, nothing, (text) => text);
  let turn = newTurn();
  const { call } = offeredDesk({
    offered: host.offered,
    tools: [...offer, stepResultOffer],
    redaction: redaction([]),
    turn: () => turn,
    emit: (event) => events.push(event),
    hostFailed: (error) => {
      throw error;
    },
  });
  return {
    calls,
    events,
    call: (tool: string, input = {}) => call(tool, input, new AbortController().signal),
    nextTurn() {
      turn.end();
      turn = newTurn();
    },
  };
}

const ran = { text: "ran", isError: false };
const tooMany = "a turn may have 1000 calls, and has had them: end the turn";
const tooMuch = "the calls of a turn and their replies may have 67108864 bytes in all: end the turn";

describe("a turn", () => {
  test("has a thousand calls, those that are refused included, and the next one has as many", async () => {
    const { call, calls, events, nextTurn } = desk();
    await call("nothing");
    for (let n = 1; n < 1_000; n++) expect(await call("sql")).toEqual(ran);
    events.length = 0;
    for (const tool of ["sql", "nothing", "sql"])
      expect(await call(tool)).toEqual({ text: `refused: ${tooMany}`, isError: true });
    expect(calls).toHaveLength(999);
    expect(events).toEqual([{ type: "held", rung: "call_refused", tools: ["sql"], reason: tooMany }]);
    expect(await call("step_result", { status: "done" })).toEqual(ran);
    nextTurn();
    expect(await call("sql")).toEqual(ran);
  });

  test.each([
    ["arguments", "ran", "x".repeat(4_000_000)],
    ["replies", "x".repeat(4_000_000), ""],
  ])("has 64 MiB of %s", async (_, reply, statements) => {
    const { call, calls } = desk(reply);
    // 16 are 64 million bytes and a little more, and 17 are more than 67,108,864.
    for (let n = 1; n <= 17; n++) await call("sql", { statements });
    const last = await call("sql", { statements });
    expect(last).toEqual({ text: `refused: ${tooMuch}`, isError: true });
    expect(calls.length).toBe(statements === "" ? 17 : 16);
  });

  test("has nothing written down of a tool's name but its beginning", async () => {
    const { call, events } = desk();
    await call("x".repeat(1_000_000));
    const name = `${"x".repeat(200)}...`;
    expect(events).toMatchObject([{ type: "held", tools: [name], reason: expect.stringContaining(`${name} is not`) }]);
  });
});
