import { describe, expect, it } from "vitest";
import { type EndedTurn, verdictOf } from "./outcome.ts";

const ended = (ending: EndedTurn["ending"], changes: Partial<EndedTurn> = {}) =>
  verdictOf({
    ending,
    text: "All done.",
    finalMessage: "All done.",
    usage: { totalTokens: 5 },
    lastAnswerRefused: false,
    ...changes,
  });
const stop = (reason: unknown, changes?: Partial<EndedTurn>) => ended({ type: "stop", reason }, changes);
const error = (code: number | null, changes?: Partial<EndedTurn>) =>
  ended({ type: "error", error: { code, message: "it broke" } }, changes);
const byCaller = { stop: { by: "caller" } } as const;
const refused = { lastAnswerRefused: true };

describe("what a turn amounts to, by the agent's stop reason", () => {
  it.each([
    ["end_turn", "completed"],
    ["max_tokens", "limit"],
    ["max_turn_requests", "limit"],
    ["refusal", "refused"],
    ["cancelled", "agent_cancelled"],
  ])("%s is %s", (reason, result) => {
    expect(stop(reason)).toEqual({ result, flags: [], stopReason: reason });
  });

  it("cancelled is denied after our refusal, and cancelled after our cancel", () => {
    expect(stop("cancelled", refused)).toMatchObject({ result: "denied" });
    expect(stop("cancelled", { ...refused, ...byCaller })).toMatchObject({ result: "cancelled" });
  });

  it("a whole-looking reply that our cancel cut short is cancelled", () => {
    expect(stop("end_turn", byCaller)).toEqual({ result: "cancelled", flags: [], stopReason: "end_turn" });
  });

  it.each([
    ["a reason nobody knows", "coffee_break", "coffee_break"],
    ["no reason", undefined, "null"],
    ["a reason that is no text", { why: 1 }, '{"why":1}'],
  ])("%s is failed, and kept verbatim", (_, reason, kept) => {
    expect(stop(reason)).toEqual({
      result: "failed",
      failure: "stop_reason",
      flags: [],
      stopReason: kept,
      error: `the agent stopped for an unknown reason: ${kept}`,
    });
  });
});

describe("the flags of a completed turn", () => {
  const flags = (changes: Partial<EndedTurn>) => stop("end_turn", changes).flags;

  it.each([
    ["a reply with usage and text has none", {}, []],
    ["no text", { text: "", finalMessage: "" }, ["empty"]],
    ["only white space", { text: " \n", finalMessage: " \n" }, ["empty"]],
    [
      "no usage and an error in JSON",
      { usage: undefined, finalMessage: '{"type":"error","error":{"message":"no"}}' },
      ["suspect"],
    ],
    [
      "no usage and an error of the interface",
      { usage: undefined, finalMessage: "API Error: 529 overloaded" },
      ["suspect"],
    ],
    ["no usage and an error on a later line", { usage: undefined, finalMessage: "Retrying.\nError: 401" }, ["suspect"]],
    ["an error text with usage is a text about errors", { finalMessage: "Error: fixed in three places" }, []],
    ["no usage and a text about errors", { usage: undefined, finalMessage: "Error handling is now complete." }, []],
    ["right after our refusal", refused, ["after_denial"]],
    ["empty right after our refusal", { ...refused, text: "", finalMessage: "" }, ["empty", "after_denial"]],
  ] as const)("%s", (_, changes, expected) => {
    expect(flags(changes)).toEqual(expected);
  });
});

describe("what a turn amounts to, otherwise", () => {
  it("an error of any code is the agent's, with its message", () => {
    for (const code of [-32603, 400, 0, null]) {
      expect(error(code)).toEqual({
        result: "agent_error",
        flags: [],
        error: `it broke (error ${code ?? "without a code"})`,
      });
    }
  });

  it("an error keeps what came with it", () => {
    const withData = { type: "error", error: { code: 1, message: "no", data: { service: "x" } } } as const;
    expect(ended(withData).error).toBe('no {"service":"x"} (error 1)');
  });

  it("error -32800 is cancelled after our cancel, and an error without one", () => {
    expect(error(-32800, byCaller)).toMatchObject({ result: "cancelled" });
    expect(error(-32800)).toMatchObject({ result: "agent_error" });
    expect(error(-32603, byCaller)).toMatchObject({ result: "agent_error" });
  });

  it("error -32000 wants a login, which trying again does not mend", () => {
    expect(error(-32000)).toMatchObject({ result: "agent_error", failure: "authentication" });
  });

  it("an agent that ended has exited, however it ended", () => {
    expect(ended({ type: "exited", message: "the agent exited with status 3" })).toEqual({
      result: "agent_exited",
      flags: [],
      error: "the agent exited with status 3",
    });
  });

  it("an agent that does not answer our cancel is cancelled all the same", () => {
    expect(ended({ type: "unresponsive" }, byCaller)).toMatchObject({ result: "cancelled" });
  });

  it.each([
    ["stop", { type: "stop", reason: "end_turn" }],
    ["error", { type: "error", error: { code: -32800, message: "cancelled" } }],
    ["exit", { type: "exited", message: "gone" }],
    ["silence", { type: "unresponsive" }],
  ] as const)("what we stopped for a fault of the agent has failed with it, whatever comes then: %s", (_, ending) => {
    const fault = { stop: { by: "harness", failure: "idle_limit", message: "silent for 5 ms" } } as const;
    expect(ended(ending, fault)).toMatchObject({ result: "failed", failure: "idle_limit", error: "silent for 5 ms" });
  });
});
