import { describe, expect, it } from "vitest";
import { profileOf } from "../profiles/profiles.ts";
import { scriptedSession } from "../testing/scripted-session.ts";

const turn = (...steps: object[]) => [{ steps }];

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
