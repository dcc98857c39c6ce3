import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createPermissionPolicy, type ToolSet } from "@agent-markup/core";
import { describe, expect, it } from "vitest";
import { scriptedProfile } from "../profiles/scripted.ts";
import { scriptedSession } from "../testing/scripted-session.ts";

const turn = (...steps: object[]) => ({ turns: [{ steps }] });
const deny = createPermissionPolicy("deny");
const viewOnly: ToolSet = { allowed: new Set(["view"]), denied: new Set() };

describe("a turn of the scripted agent", () => {
  const asksToWrite = turn(
    { message: "I will write a file. " },
    { thought: "Hm." },
    {
      permission: {
        id: "call-1",
        title: "write hello.txt",
        kind: "edit",
        tool: "write",
        allowed: [
          { write_file: { path: "hello.txt", text: "hello\n" } },
          { tool_update: { id: "call-1", status: "completed", output: "written" } },
          { message: "Written." },
        ],
        refused: [{ tool_update: { id: "call-1", status: "failed" } }, { message: "I may not." }],
      },
    },
    { done: "all is said" },
  );

  it("runs end to end, and does what was allowed", async () => {
    const rig = await scriptedSession(asksToWrite);
    const outcome = await rig.prompt("please write the file");

    expect(outcome).toEqual({
      result: "completed",
      flags: [],
      stopReason: "end_turn",
      text: 'I will write a file. \n\nWritten.\n{"status":"done","summary":"all is said"}',
      finalMessage: 'Written.\n{"status":"done","summary":"all is said"}',
      permissions: { asked: 1, allowed: 1, denied: 0, cancelled: 0 },
      unasked: [],
    });
    expect(readFileSync(join(rig.cwd, "hello.txt"), "utf8")).toBe("hello\n");
    expect(rig.events).toEqual([
      { type: "message", text: "I will write a file. " },
      { type: "thought", text: "Hm." },
      { type: "tool_update", id: "call-1", status: "completed", output: "written" },
      { type: "message", text: 'Written.\n{"status":"done","summary":"all is said"}' },
      { type: "stop", reason: "end_turn" },
    ]);
  });

  it("does not do what was refused, and is flagged", async () => {
    const rig = await scriptedSession(asksToWrite, { policy: deny });
    const outcome = await rig.prompt();
    expect(outcome).toMatchObject({ result: "completed", flags: ["after_denial"], permissions: { denied: 1 } });
    expect(existsSync(join(rig.cwd, "hello.txt"))).toBe(false);
  });

  it("follows another in the same session, each with its own text", async () => {
    const rig = await scriptedSession({
      turns: [
        { match: "first", steps: [{ message: "one" }] },
        { match: "second", steps: [{ message: "two" }] },
      ],
    });
    expect(await rig.prompt("the first")).toMatchObject({ text: "one" });
    expect(await rig.prompt("the second")).toMatchObject({ text: "two", result: "completed" });
  });

  it("refuses a second prompt while one is under way, since that is a mistake of the caller", async () => {
    const rig = await scriptedSession(turn({ message: "hi" }));
    const first = rig.prompt();
    expect(() => rig.prompt()).toThrow("already in a turn");
    await first;
  });

  it("records nothing asked and nothing done when it is cancelled before it begins", async () => {
    const rig = await scriptedSession(turn({ message: "hi" }));
    const outcome = await rig.session.prompt("go", AbortSignal.abort());
    expect(outcome).toMatchObject({ result: "cancelled", text: "" });
    expect(rig.lines.some(({ text }) => text.includes("session/prompt"))).toBe(false);
  });
});

describe("a cancel", () => {
  const hangs = turn({ message: "working" }, { hang: true });

  it("ends the turn as cancelled, and the session goes on", async () => {
    const caller = new AbortController();
    const rig = await scriptedSession(
      {
        turns: [
          { index: 0, steps: [{ message: "working" }, { thought: "..." }, { hang: true }] },
          { steps: [{ message: "again" }] },
        ],
      },
      { host: { event: (event) => void (event.type === "message" && caller.abort()) } },
    );
    expect(await rig.session.prompt("go", caller.signal)).toMatchObject({
      result: "cancelled",
      stopReason: "cancelled",
    });
    expect(await rig.prompt()).toMatchObject({ result: "completed", text: "again" });
  });

  it("that the agent ignores ends the agent", async () => {
    const caller = new AbortController();
    const rig = await scriptedSession(
      turn({ ignore: ["cancel"] }, { message: "x" }, { thought: "y" }, { hang: true }),
      {
        configuration: { limits: { cancelMs: 20, closeMs: 20 } },
        host: { event: () => caller.abort() },
      },
    );
    expect(await rig.session.prompt("go", caller.signal)).toMatchObject({
      result: "cancelled",
      error: "the agent did not answer the cancel and was ended",
      sessionOver: true,
    });
    expect(await rig.prompt()).toMatchObject({ result: "agent_exited" });
  });

  it("is what closing the session does to a turn under way", async () => {
    const rig = await scriptedSession(hangs);
    const outcome = rig.prompt();
    await rig.session.close();
    expect(await outcome).toMatchObject({ result: "cancelled" });
  });
});

describe("limits of a turn", () => {
  it("end a silent one", async () => {
    const rig = await scriptedSession(turn({ hang: true }), { configuration: { limits: { idleMs: 30 } } });
    expect(await rig.prompt()).toMatchObject({
      result: "failed",
      failure: "idle_limit",
      error: "the agent was silent for 30 ms",
    });
  });

  it("end one that goes on for ever", async () => {
    const rig = await scriptedSession(turn({ hang: true }), { configuration: { limits: { turnMs: 30 } } });
    expect(await rig.prompt()).toMatchObject({ result: "failed", failure: "time_limit" });
  });
});

describe("updates after the response", () => {
  const late = { update: { sessionUpdate: "session_info_update", title: "A title" } };

  it("belong to the session until the agent exits", async () => {
    const rig = await scriptedSession(turn({ message: "hi" }, { late: [late, { message: "one more thing" }] }));
    expect(await rig.prompt()).toMatchObject({ result: "completed" });
    await rig.session.close();
    expect(rig.events).toContainEqual({
      type: "raw",
      value: { sessionUpdate: "session_info_update", title: "A title" },
    });
    expect(rig.events).toContainEqual({ type: "message", text: "one more thing" });
  });

  it("belong to the turn of an agent that is known to send them, until it goes quiet", async () => {
    const profile = { ...scriptedProfile, quietMs: 200 };
    const script = turn({ message: "hi" }, { late: [{ delay: 10 }, { message: ", all" }] });
    const rig = await scriptedSession(script, { configuration: { profile } });
    expect(await rig.prompt()).toMatchObject({ text: "hi, all" });
  });
});

describe("tools that run without permission", () => {
  const bash = { id: "c", title: "rm -rf build", kind: "execute", tool: "bash" };

  it("are recorded", async () => {
    const rig = await scriptedSession(turn({ tool_call: { ...bash, status: "completed" } }, { message: "ok" }));
    expect(await rig.prompt()).toMatchObject({ result: "completed", unasked: ["c"] });
    expect(rig.events).toContainEqual({
      type: "unasked",
      id: "c",
      title: "rm -rf build",
      tools: ["bash"],
      violation: false,
    });
  });

  it("end the turn when they are outside the constraint", async () => {
    const script = turn(
      { tool_call: bash },
      { tool_update: { id: "c", status: "completed" } },
      { message: "x" },
      { hang: true },
    );
    const rig = await scriptedSession(script, { tools: viewOnly });
    expect(await rig.prompt()).toMatchObject({
      result: "failed",
      failure: "tool_denied",
      error: "the agent ran rm -rf build (bash) without asking, outside its tools",
    });
    expect(rig.events).toContainEqual(expect.objectContaining({ type: "unasked", violation: true }));
  });

  it("end it also when they still run at its end, or run after they were refused", async () => {
    const running = turn({ tool_call: { ...bash, status: "in_progress" } }, { message: "done" });
    const refused = turn({ permission: bash }, { tool_update: { id: "c", status: "completed" } }, { message: "done" });
    for (const script of [running, refused]) {
      const rig = await scriptedSession(script, { tools: viewOnly });
      expect(await rig.prompt()).toMatchObject({ result: "failed", failure: "tool_denied" });
    }
  });

  it("are told when the time for a request is over, while the agent is silent", async () => {
    const script = turn({ tool_call: { ...bash, status: "in_progress" } }, { hang: true });
    const rig = await scriptedSession(script, { tools: viewOnly, configuration: { limits: { requestGraceMs: 10 } } });
    expect(await rig.prompt()).toMatchObject({ result: "failed", failure: "tool_denied" });
  });

  it("behind the response spoil the turn, or the next one", async () => {
    const script = turn({ message: "hi" }, { late: [{ tool_call: { ...bash, status: "completed" } }] });
    let tell = () => {};
    const seen = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const rig = await scriptedSession(script, {
      tools: viewOnly,
      host: { event: (event) => void (event.type === "unasked" && tell()) },
    });
    const first = await rig.prompt();
    await seen;
    // Which of the two it is depends on how the agent's output is cut into pieces.
    const failures = [first.failure, (await rig.prompt()).failure];
    expect(failures).toContain("tool_denied");
  });

  it("are no violation when nobody knows what they are", async () => {
    const script = turn(
      { tool_call: { id: "c", title: "thinking", kind: "think", status: "completed" } },
      { message: "ok" },
    );
    const rig = await scriptedSession(script, { tools: viewOnly });
    expect(await rig.prompt()).toMatchObject({ result: "completed", unasked: ["c"] });
  });
});
