import { createPermissionPolicy, type ToolSet } from "@agent-markup/core";
import { describe, expect, it } from "vitest";
import { scriptedProfile } from "../profiles/scripted.ts";
import { refusal } from "../testing/refusal.ts";
import { scriptedSession } from "../testing/scripted-session.ts";

const turn = (...steps: object[]) => [{ steps }];
const modes = { current: "auto", available: ["auto", "ask"] };
const models = { current: "small", available: ["small", "large"] };
const asksInMode = { ...scriptedProfile, asking: { by: "mode", mode: "ask" } } as const;
const viewOnly: ToolSet = { allowed: new Set(["view"]), denied: new Set() };

describe("the mode", () => {
  const pinned = { configuration: { profile: asksInMode } };

  it("is pinned to the one in which the agent asks, verified, and recorded", async () => {
    const rig = await scriptedSession({ agent: { modes }, turns: turn({ message: "hi" }) }, pinned);
    expect(rig.lines.some(({ text }) => text.includes('"configId":"mode","value":"ask"'))).toBe(true);
    expect(rig.events).toEqual([{ type: "mode", mode: "ask", expected: true }]);
    expect(await rig.prompt()).toMatchObject({ modes: { start: "ask", end: "ask" } });
  });

  it("is pinned by session/set_mode where there is no option for it", async () => {
    const result = {
      sessionId: "s",
      modes: { currentModeId: "auto", availableModes: [{ id: "ask" }, { id: "auto" }] },
    };
    const rig = await scriptedSession({ agent: { answers: { "session/new": { result } } }, turns: [] }, pinned);
    expect(
      rig.lines.some(({ text }) => text.includes('"session/set_mode","params":{"sessionId":"s","modeId":"ask"}')),
    ).toBe(true);
    expect(rig.events).toEqual([{ type: "mode", mode: "ask", expected: true }]);
  });

  it("is left alone where it is right", async () => {
    const rig = await scriptedSession({ agent: { modes: { ...modes, current: "ask" } }, turns: [] }, pinned);
    expect(rig.lines.some(({ text }) => text.includes("session/set_"))).toBe(false);
  });

  it.each([
    [
      "the agent does not have",
      { modes: { current: "a", available: ["a", "b"] } },
      "the agent has no mode ask; its modes: a, b",
    ],
    ["an agent without modes does not have", {}, "the agent has no mode ask; it has none"],
    [
      "the agent says it took and did not",
      {
        modes,
        answers: {
          "session/set_config_option": {
            result: { configOptions: [{ id: "mode", category: "mode", currentValue: "auto" }] },
          },
        },
      },
      "the agent was asked for mode ask and is in auto",
    ],
    [
      "the agent refuses",
      { modes, answers: { "session/set_config_option": { error: { code: 1, message: "no" } } } },
      "the agent refused session/set_config_option: no",
    ],
  ])("is refused when it is one that %s", async (_, agent, message) => {
    expect(await refusal({ agent, turns: [] }, pinned)).toMatchObject({ message });
  });

  it("that changes by itself ends a turn under deny, and the session with it", async () => {
    const script = { agent: { modes }, turns: turn({ mode: "auto" }, { message: "hi" }, { hang: true }) };
    const rig = await scriptedSession(script, { ...pinned, policy: createPermissionPolicy("deny") });
    expect(await rig.prompt()).toMatchObject({
      result: "failed",
      failure: "mode_changed",
      error: "the agent changed its mode from ask to auto by itself",
      modes: { start: "ask", end: "auto" },
      sessionOver: true,
    });
    expect(rig.events).toContainEqual({ type: "mode", mode: "auto", expected: false });
    expect(await rig.prompt()).toMatchObject({ result: "failed", failure: "mode_changed" });
  });

  it("that changes by itself ends a turn under a constraint, whatever the policy", async () => {
    const script = { agent: { modes }, turns: turn({ mode: "auto" }, { hang: true }) };
    const rig = await scriptedSession(script, { ...pinned, tools: viewOnly });
    expect(await rig.prompt()).toMatchObject({ failure: "mode_changed" });
  });

  it("that changes by itself is recorded where everything is allowed, or the operator opted in", async () => {
    const script = { agent: { modes }, turns: turn({ mode: "auto" }, { message: "hi" }) };
    const rig = await scriptedSession(script, pinned);
    expect(await rig.prompt()).toMatchObject({ result: "completed" });
    expect(rig.events).toContainEqual({ type: "mode", mode: "auto", expected: false });

    const configuration = { ...pinned.configuration, allowModeSwitch: true };
    const opted = await scriptedSession(script, { configuration, policy: createPermissionPolicy("deny") });
    expect(await opted.prompt()).toMatchObject({ result: "completed" });
    expect(opted.events).toContainEqual({ type: "mode", mode: "auto", expected: true });
  });
});

describe("the model", () => {
  const agent = { models };
  const wanting = (model: string) => ({ request: { model } });

  it("is chosen by the option for it", async () => {
    const rig = await scriptedSession({ agent, turns: [] }, wanting("large"));
    expect(rig.lines.some(({ text }) => text.includes('"configId":"model","value":"large"'))).toBe(true);
  });

  it("that the agent changes by itself is noted", async () => {
    const configOptions = [{ id: "model", category: "model", currentValue: "small" }];
    const update = { sessionUpdate: "config_option_update", configOptions };
    const rig = await scriptedSession({ agent, turns: turn({ update }, { message: "hi" }) }, wanting("large"));
    await rig.prompt();
    expect(rig.events[0]).toEqual({ type: "note", text: "the agent changed its model from large to small" });
  });

  it("of the document comes before that of the configuration", async () => {
    const configuration = { model: "no-such" };
    const rig = await scriptedSession({ agent, turns: [] }, { ...wanting("large"), configuration });
    expect(rig.lines.some(({ text }) => text.includes('"value":"large"'))).toBe(true);
    expect(await refusal({ agent, turns: [] }, { configuration })).toMatchObject({ code: "model_unavailable" });
  });

  it.each([
    ["the agent does not have", agent, "the agent has no model huge; it has: small, large"],
    [
      "an agent without a choice does not have",
      {},
      "the agent offers no choice of model, so huge cannot be had from it",
    ],
  ])("is unavailable when it is one that %s", async (_, traits, message) => {
    expect(await refusal({ agent: traits, turns: [] }, wanting("huge"))).toMatchObject({
      code: "model_unavailable",
      message,
    });
  });

  it("is unavailable when the agent refuses it, or says it took it and did not", async () => {
    const refuses = {
      models,
      answers: { "session/set_config_option": { error: { code: -32602, message: "not yours" } } },
    };
    const keeps = { models, answers: { "session/set_config_option": { result: {} } } };
    for (const traits of [refuses, keeps]) {
      expect(await refusal({ agent: traits, turns: [] }, wanting("large"))).toMatchObject({
        code: "model_unavailable",
      });
    }
  });
});

describe("the model of an agent that names it otherwise", () => {
  const opened = (models: object) => ({ answers: { "session/new": { result: { sessionId: "s", ...models } } } });
  const choices = [
    { value: "$runtime|stub(openai)", name: "stub" },
    { value: "b", name: "twin" },
    { value: "c", name: "twin" },
  ];
  const option = (currentValue: string) => [{ id: "model", category: "model", currentValue, options: choices }];

  it("is chosen by the name that people know it by", async () => {
    const agent = {
      answers: {
        "session/new": { result: { sessionId: "s", configOptions: option("b") } },
        "session/set_config_option": { result: { configOptions: option("$runtime|stub(openai)") } },
      },
    };
    const rig = await scriptedSession({ agent, turns: [] }, { request: { model: "stub" } });
    expect(rig.lines.some(({ text }) => text.includes('"value":"$runtime|stub(openai)"'))).toBe(true);
  });

  it("is unavailable under a name that two have", async () => {
    const script = { agent: opened({ configOptions: option("b") }), turns: [] };
    expect(await refusal(script, { request: { model: "twin" } })).toMatchObject({ code: "model_unavailable" });
  });

  const atStart = { profile: { ...scriptedProfile, modelArguments: () => [] } };

  it("of an agent that is told of it when it starts is verified when the session opens", async () => {
    const script = { agent: opened({ models: { currentModelId: "large" } }), turns: [] };
    const rig = await scriptedSession(script, { configuration: atStart, request: { model: "large" } });
    expect(rig.lines.some(({ text }) => text.includes("set_config_option"))).toBe(false);
  });

  it.each([
    [{ models: { currentModelId: "small" } }, "the agent was started with the model large and has small"],
    [{}, "the agent was started with the model large and does not say which it has"],
  ])("that it does not have then is unavailable: %j", async (models, message) => {
    const options = { configuration: atStart, request: { model: "large" } };
    expect(await refusal({ agent: opened(models), turns: [] }, options)).toMatchObject({
      code: "model_unavailable",
      message,
    });
  });

  it("that it is started with is given as arguments, after the configured ones", async () => {
    const configuration = { profile: { ...scriptedProfile, modelArguments: (model: string) => ["--garbage", model] } };
    const error = await refusal({ turns: [] }, { configuration, request: { model: "large" } });
    expect(error.message).toContain("--garbage");
  });
});
