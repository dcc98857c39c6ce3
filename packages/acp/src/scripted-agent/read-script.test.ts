import { describe, expect, it } from "vitest";
import { readScript } from "./read-script.ts";

const stepsOf = (...steps: unknown[]) => readScript(JSON.stringify({ turns: [{ steps }] })).turns[0]?.steps;

describe("readScript", () => {
  it.each([
    ["no turns", {}, "the whole: needs turns"],
    ["an unknown field", { turns: [], turn: [] }, "turn: is not known; known are: agent, turns"],
    ["turns that are no list", { turns: {} }, "turns: must be a list"],
    ["a turn without steps", { turns: [{ match: "x" }] }, "turns[0]: needs steps"],
    [
      "a turn with an unknown field",
      { turns: [{ step: [] }] },
      "turns[0].step: is not known; known are: match, index, continued, times, steps",
    ],
    ["a match that is no text", { turns: [{ match: 7, steps: [] }] }, "turns[0].match: must be a string"],
    ["an index below 0", { turns: [{ index: -1, steps: [] }] }, "turns[0].index: must be a whole number"],
    [
      "a step of two kinds",
      { turns: [{ steps: [{ message: "a", thought: "b" }] }] },
      "turns[0].steps[0]: must have one key, one of: message, ",
    ],
    ["a step of no kind", { turns: [{ steps: [{}] }] }, "turns[0].steps[0]: must have one key, one of: message, "],
    ["a step that is no object", { turns: [{ steps: ["hi"] }] }, "turns[0].steps[0]: must be an object"],
    [
      "a kind that every object has",
      { turns: [{ steps: [{ toString: 1 }] }] },
      "turns[0].steps[0]: toString is no kind of step",
    ],
    [
      "a permission without an id",
      { turns: [{ steps: [{ permission: { title: "t" } }] }] },
      "turns[0].steps[0].permission: needs id",
    ],
    [
      "a call without a server",
      { turns: [{ steps: [{ mcp_call: { tool: "t" } }] }] },
      "turns[0].steps[0].mcp_call: needs server",
    ],
    [
      "arguments that are no object",
      { turns: [{ steps: [{ mcp_call: { server: "s", tool: "t", arguments: [] } }] }] },
      "turns[0].steps[0].mcp_call.arguments: must be an object",
    ],
    [
      "a wrong step beside others",
      { turns: [{ steps: [{ together: [[], [{ delay: "long" }]] }] }] },
      "turns[0].steps[0].together[1][0].delay: must be a whole number",
    ],
    [
      "a wrong step in a branch",
      { turns: [{ steps: [{ permission: { id: "c", allowed: [{ delay: "long" }] } }] }] },
      "turns[0].steps[0].permission.allowed[0].delay: must be a whole number",
    ],
    [
      "what cannot be ignored",
      { turns: [{ steps: [{ ignore: ["everything"] }] }] },
      "turns[0].steps[0].ignore[0]: must be one of: signals, end_of_input, cancel",
    ],
    [
      "an error without a code",
      { turns: [{ steps: [{ error: { message: "m" } }] }] },
      "turns[0].steps[0].error: needs code",
    ],
    [
      "a wrong answer",
      { agent: { answers: { "session/new": { hang: 1 } } }, turns: [] },
      "agent.answers.session/new.hang: must be true or false",
    ],
    ["a log that is no name of a file", { agent: { log: true }, turns: [] }, "agent.log: must be a string"],
    [
      "a choice without a current one",
      { agent: { modes: { available: [] } }, turns: [] },
      "agent.modes: needs current",
    ],
  ])("says where a script has %s", (_, script, message) => {
    expect(() => readScript(JSON.stringify(script))).toThrow(message);
  });

  it("takes the short and the long form of what is said", () => {
    expect(
      stepsOf(
        { message: "a" },
        { message: { text: "b", messageId: "1" } },
        { done: "c" },
        { failed: { summary: "d", output: [1] } },
      ),
    ).toEqual([
      { do: "message", text: "a", messageId: undefined },
      { do: "message", text: "b", messageId: "1" },
      { do: "done", summary: "c", output: undefined },
      { do: "failed", summary: "d", output: [1] },
    ]);
  });

  it("names a call after its tool, where it names none itself", () => {
    expect(stepsOf({ mcp_call: { server: "s", tool: "t" } })).toEqual([
      { do: "mcp_call", id: "s/t", server: "s", tool: "t", input: {}, asks: false, succeeded: [], failed: [] },
    ]);
  });

  it("offers every kind of option where a permission names none, and sends what it names as it is", () => {
    const [usual, broken] = stepsOf({ permission: { id: "c" } }, { permission: { id: "c", options: null } }) ?? [];
    const kinds = ["allow_always", "allow_once", "reject_once", "reject_always"];
    expect(usual).toMatchObject({ call: { title: "c", kind: "other" }, options: kinds.map((kind) => ({ kind })) });
    expect(broken).toMatchObject({ options: null });
  });
});
