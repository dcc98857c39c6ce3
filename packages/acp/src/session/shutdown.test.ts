import { processesWithMarker } from "@agent-markup/core";
import { describe, expect, it } from "vitest";
import { type Rig, scriptedSession } from "../testing/scripted-session.ts";

const turn = (...steps: object[]) => ({ turns: [{ steps }] });
const quick = { configuration: { limits: { closeMs: 50, terminateMs: 100 } } };

async function leftAfterClose(rig: Rig): Promise<readonly number[]> {
  expect(processesWithMarker(rig.marker)).not.toEqual([]);
  await rig.session.close();
  return processesWithMarker(rig.marker);
}

describe("closing a session leaves no process behind", () => {
  it.each([
    ["of an agent that ends with its input", [{ message: "hi" }]],
    ["of an agent that ignores the end of its input", [{ ignore: ["end_of_input"] }]],
    ["of an agent that ignores the end of its input and signals", [{ ignore: ["end_of_input", "signals"] }]],
    ["of an agent with a child that ignores the hang-up", [{ spawn: { command: ["sleep", "1000"] } }]],
    ["of an agent with a child in a session of its own", [{ spawn: { command: ["sleep", "1000"], setsid: true } }]],
    [
      "of an agent whose child's child left the family",
      [{ spawn: { command: ["sh", "-c", "setsid sleep 1000 & exec sleep 1000"], setsid: true } }],
    ],
  ])("%s", async (_, steps) => {
    const rig = await scriptedSession(turn(...steps), quick);
    await rig.prompt();
    expect(await leftAfterClose(rig)).toEqual([]);
  });

  it("of an agent that crashed and left a child", async () => {
    const rig = await scriptedSession(
      turn({ spawn: { command: ["sleep", "1000"], setsid: true } }, { crash: { signal: "SIGKILL" } }),
      quick,
    );
    expect(await rig.prompt()).toMatchObject({ result: "agent_exited" });
    await rig.session.close();
    expect(processesWithMarker(rig.marker)).toEqual([]);
  });
});

describe("close", () => {
  it("tells the agent that can close sessions, and no other", async () => {
    const closes = async (closesSessions: boolean) => {
      const rig = await scriptedSession({ agent: { closesSessions }, turns: [] });
      await rig.session.close();
      return rig.lines.some(({ text }) => text.includes("session/close"));
    };
    expect(await closes(true)).toBe(true);
    expect(await closes(false)).toBe(false);
  });

  it("does not wait for ever on an agent that does not answer it", async () => {
    const rig = await scriptedSession({ agent: { answers: { "session/close": { hang: true } } }, turns: [] }, quick);
    await rig.session.close();
    expect(processesWithMarker(rig.marker)).toEqual([]);
  });

  it("is done once, however often it is asked for", async () => {
    const rig = await scriptedSession(turn({ message: "hi" }));
    await Promise.all([rig.session.close(), rig.session.close()]);
    await rig.session.close();
    expect(rig.lines.filter(({ text }) => text.includes("session/close"))).toHaveLength(1);
  });

  it("leaves a session that no prompt reaches any more", async () => {
    const rig = await scriptedSession(turn({ message: "hi" }));
    await rig.session.close();
    expect(await rig.prompt()).toMatchObject({ result: "agent_exited" });
  });
});
