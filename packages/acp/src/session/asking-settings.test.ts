import { createPermissionPolicy } from "@agent-markup/core";
import { describe, expect, it } from "vitest";
import type { NativeDenials } from "../profiles/profile.ts";
import { scriptedProfile } from "../profiles/scripted.ts";
import { refusal } from "../testing/refusal.ts";
import { everyTool, type RigOptions, scriptedSession } from "../testing/scripted-session.ts";

const turn = (...steps: object[]) => [{ steps }];
const told = (denials: Partial<NativeDenials>): RigOptions => ({
  configuration: { profile: { ...scriptedProfile, nativeDenials: () => ({ denied: [], ...denials }) } },
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
