import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createPermissionPolicy } from "@agent-markup/core";
import { describe, expect, it } from "vitest";
import type { NativeDenials, Profile } from "../profiles/profile.ts";
import { profileOf } from "../profiles/profiles.ts";
import { scriptedProfile } from "../profiles/scripted.ts";
import { refusal } from "../testing/refusal.ts";
import { everyTool, folder, openRig, type RigOptions, scriptedSession } from "../testing/scripted-session.ts";

const turn = (...steps: object[]) => [{ steps }];
const told = (denials: Partial<NativeDenials>): RigOptions => ({
  configuration: { profile: { ...scriptedProfile, nativeDenials: () => ({ denied: [], ...denials }) } },
});

describe("a settings file of a profile", () => {
  /** An agent that writes down what it was started with and ends. */
  function recorder() {
    const cwd = folder();
    const program = join(cwd, "agent.mjs");
    writeFileSync(
      program,
      `import { readFileSync, statSync, writeFileSync } from "node:fs";
const path = process.argv[3] ?? process.env.SETTINGS;
const told = { path, argument: process.argv[2], text: readFileSync(path, "utf8"), mode: statSync(path).mode & 0o777 };
writeFileSync("told.json", JSON.stringify(told));`,
    );
    const start = (file: NativeDenials["file"]) => {
      const profile: Profile = { ...scriptedProfile, nativeDenials: () => ({ denied: [], ...(file && { file }) }) };
      return openRig({ command: [process.execPath, program], profile }, cwd, {});
    };
    return { start, told: () => JSON.parse(readFileSync(join(cwd, "told.json"), "utf8")) };
  }

  it("is there for the process, told by an argument, for this user alone, and gone afterwards", async () => {
    const agent = recorder();
    const file = { name: "policy.toml", text: "x = 1", told: { argument: "--policy" } };
    await expect(agent.start(file)).rejects.toMatchObject({ code: "exited" });
    expect(agent.told()).toMatchObject({ argument: "--policy", text: "x = 1", mode: 0o600 });
    expect(agent.told().path).toMatch(/policy\.toml$/);
    expect(existsSync(agent.told().path)).toBe(false);
  });

  it("is told by a variable where the profile says so", async () => {
    const agent = recorder();
    const file = { name: "settings.json", text: "{}", told: { variable: "SETTINGS" } };
    await expect(agent.start(file)).rejects.toMatchObject({ code: "exited" });
    expect(agent.told().text).toBe("{}");
    expect(existsSync(agent.told().path)).toBe(false);
  });
});

describe("an option without which the agent would not ask", () => {
  const asking = { by: "mode", mode: "agent", options: { allow_all: "off" } } as const;
  const option = (id: string, currentValue: string) => ({ id, category: id, currentValue, options: [] });
  const opened = (allowAll: string) => ({
    result: { sessionId: "s", configOptions: [option("mode", "agent"), option("allow_all", allowAll)] },
  });
  const answer = (allowAll: string) => ({
    result: { configOptions: [option("mode", "agent"), option("allow_all", allowAll)] },
  });
  const agent = (answers: object) => ({ answers });
  const pinned = { configuration: { profile: { ...scriptedProfile, asking } } };

  it("is set, and verified in the answer", async () => {
    const answers = { "session/new": opened("on"), "session/set_config_option": answer("off") };
    const rig = await scriptedSession({ agent: agent(answers), turns: [] }, pinned);
    expect(rig.lines.some(({ text }) => text.includes('"configId":"allow_all","value":"off"'))).toBe(true);
  });

  it("that the agent does not set keeps the session from opening", async () => {
    const answers = { "session/new": opened("on"), "session/set_config_option": answer("on") };
    expect(await refusal({ agent: agent(answers), turns: [] }, pinned)).toMatchObject({
      code: "mode",
      message: "the agent was asked to set allow_all to off and did not",
    });
  });

  it("is left alone where it is right, or where the agent has none such", async () => {
    const without = { result: { sessionId: "s", configOptions: [option("mode", "agent")] } };
    for (const answers of [{ "session/new": opened("off") }, { "session/new": without }]) {
      const rig = await scriptedSession({ agent: agent(answers), turns: [] }, pinned);
      expect(rig.lines.some(({ text }) => text.includes("session/set_config_option"))).toBe(false);
    }
  });

  const update = (allowAll: string) => ({
    update: {
      sessionUpdate: "config_option_update",
      configOptions: [option("mode", "agent"), option("allow_all", allowAll)],
    },
  });
  const changes = (...more: object[]) => ({
    agent: { modes: { current: "agent", available: ["agent"] } },
    turns: turn(update("off"), update("on"), ...more),
  });

  it("that the agent changes by itself ends a turn under deny, and the session with it", async () => {
    const rig = await scriptedSession(changes({ hang: true }), { ...pinned, policy: createPermissionPolicy("deny") });
    expect(await rig.prompt()).toMatchObject({
      result: "failed",
      failure: "mode_changed",
      error: "the agent changed its allow_all from off by itself",
      sessionOver: true,
    });
  });

  it("that the agent changes by itself is noted where everything is allowed", async () => {
    const rig = await scriptedSession(changes({ message: "x" }), pinned);
    expect(await rig.prompt()).toMatchObject({ result: "completed" });
    expect(rig.events).toContainEqual({ type: "note", text: "the agent changed its allow_all from off to on" });
  });
});

describe("an option that a profile withholds", () => {
  const options = [
    { optionId: "restore_previous", name: "Yes, restore previous mode (auto)", kind: "allow_once" },
    { optionId: "proceed_once", name: "Yes, and manually approve edits", kind: "allow_once" },
    { optionId: "cancel", name: "No", kind: "reject_once" },
  ];
  const asks = (offered: object[]) => ({
    turns: turn({ permission: { id: "p", title: "plan", kind: "switch_mode", options: offered } }),
  });
  const chosen = async (offered: object[]) => {
    const profile = { ...scriptedProfile, withheldOptions: ["restore_previous"] };
    const configuration = { profile, allowModeSwitch: true };
    const rig = await scriptedSession(asks(offered), { configuration, tools: everyTool });
    await rig.prompt();
    return rig.decisions[0]?.decision.outcome;
  };

  it("is not chosen although it comes first and allows once", async () => {
    expect(await chosen(options)).toEqual({ outcome: "selected", optionId: "proceed_once" });
  });

  it("is not chosen although there is no other that allows", async () => {
    expect(await chosen(options.slice(0, 1))).toEqual({ outcome: "cancelled" });
  });
});

describe("the model", () => {
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

describe("what makes one doubt an agent", () => {
  it("keeps it from being started", async () => {
    expect(await refusal({ turns: [] }, told({ doubt: "rules in /x" }))).toMatchObject({
      code: "mode",
      message: expect.stringContaining("rules in /x"),
    });
  });

  it("does not matter where the operator opted in", async () => {
    const options = told({ doubt: "rules in /x" });
    const configuration = { ...options.configuration, acceptUnverified: true };
    const rig = await scriptedSession({ turns: turn({ message: "hi" }) }, { configuration });
    expect(await rig.prompt()).toMatchObject({ result: "completed" });
  });
});

describe("a login that an agent wants only when it is prompted", () => {
  it("is told in the agent's own words", async () => {
    const agent = { signIn: [{ name: "Log in", description: "with `agent login`" }] };
    const rig = await scriptedSession({ agent, turns: turn({ error: { code: -32000, message: "Not logged in" } }) });
    expect(await rig.prompt()).toMatchObject({
      result: "agent_error",
      failure: "authentication",
      error: "Not logged in (Log in: with `agent login`) (error -32000)",
    });
  });
});

describe("what an agent says of itself in the middle of a reply", () => {
  const spoken = (profile: string, ...steps: object[]) => ({
    script: { agent: { modes: { current: modeOf(profile), available: [modeOf(profile)] } }, turns: turn(...steps) },
    options: { configuration: { profile: { ...profileOf(profile), nativeDenials: () => ({ denied: [] }) } } },
  });
  const modeOf = (profile: string) => {
    const { asking } = profileOf(profile);
    return asking.by === "mode" ? asking.mode : "";
  };

  it.each([
    ["codex", "Warning: Model metadata for `m` not found.\n\n", { message: { text: "Yes.", messageId: "1" } }],
    ["copilot", "Info: Disabled tools: bash, read_bash", { message: "Yes." }],
  ])("is no part of the reply of %s, but told as a note", async (profile, notice, reply) => {
    const { script, options } = spoken(profile, { message: notice }, reply);
    const rig = await scriptedSession(script, options);
    expect(await rig.prompt()).toMatchObject({ result: "completed", text: "Yes.", finalMessage: "Yes." });
    expect(rig.events).toContainEqual({ type: "note", text: notice.trim() });
    expect(rig.events).toContainEqual({ type: "message", text: "Yes." });
  });

  it.each([
    ["codex", { message: { text: "Warning: the disk is full.", messageId: "1" } }],
    ["codex", { message: '{"type":"error"}' }],
    ["copilot", { message: "Info: the build is green." }],
  ])("is not taken for what the model says: %s, %j", async (profile, step) => {
    const { script, options } = spoken(profile, step);
    const rig = await scriptedSession(script, options);
    const said = typeof step.message === "string" ? step.message : step.message.text;
    expect(await rig.prompt()).toMatchObject({ text: said });
  });
});
