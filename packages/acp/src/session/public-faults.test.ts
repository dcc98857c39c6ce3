import type { TranscriptLine } from "@agent-markup/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answersSent, kept, promptId, updateLine } from "../testing/lines.ts";
import { refusal } from "../testing/refusal.ts";
import { scriptedSession } from "../testing/scripted-session.ts";

// What people reported of clients and agents in public (agents.md 9), each by the project and the number of its report.

const turn = (...steps: object[]) => ({ turns: [{ steps }] });
const bash = { id: "c", title: "npm test", kind: "execute", tool: "bash" };
const megabyte = 1024 * 1024;

describe("what the agent asks for", () => {
  it("a permission pending after a cancel is answered (deepchat 1881)", async () => {
    const caller = new AbortController();
    const rig = await scriptedSession(turn({ permission: bash }), {
      host: {
        async permission(_request, { cancelled }) {
          if (cancelled) return { outcome: { outcome: "cancelled" }, allows: false, rule: "after_cancel" };
          caller.abort();
          return new Promise(() => {});
        },
      },
    });
    expect(await rig.session.prompt("go", caller.signal)).toMatchObject({ result: "cancelled" });
    expect(answersSent(rig.lines)).toEqual([{ outcome: { outcome: "cancelled" } }]);
  });

  it("a permission for a child session is answered, and the turn goes on (opencode 37902)", async () => {
    const rig = await scriptedSession(turn({ permission: { ...bash, session: "child" } }, { message: "went on" }));
    expect(await rig.prompt()).toMatchObject({ result: "completed", text: "went on", permissions: { cancelled: 1 } });
    expect(answersSent(rig.lines)).toEqual([{ outcome: { outcome: "cancelled" } }]);
  });

  it("an unknown request is refused at once, and the turn goes on (qwen-code 4925)", async () => {
    const method = "craft/drainMidTurnQueue";
    const rig = await scriptedSession(turn({ request: { method, params: { max: 1 } } }, { message: "went on" }));
    expect(await rig.prompt()).toMatchObject({ result: "completed", text: "went on" });
    expect(rig.lines.filter(({ text }) => text.includes("-32601"))).toHaveLength(1);
    expect(kept(rig.events)).toEqual([{ method, params: { max: 1 } }]);
  });
});

describe("what stands on its standard output beside messages", () => {
  it.each([
    ["opencode 13634", "INFO  2026-11-30T10:00:00 service=default version=1.18 args=[] opencode"],
    ["gemini-cli 22647", "Loaded cached credentials."],
  ])("log lines are kept and passed over (%s)", async (_, garbage) => {
    const agent = { answers: { initialize: { steps: [{ garbage }] } } };
    const rig = await scriptedSession({ agent, turns: [{ steps: [{ garbage }, { message: "hi" }] }] });
    expect(await rig.prompt()).toMatchObject({ result: "completed", text: "hi" });
    expect(kept(rig.events)).toEqual([0, 1].map(() => ({ why: "malformed", line: garbage, length: garbage.length })));
  });

  it("JSON that is logged is not taken for the response, whatever its id (benchflow 236)", async () => {
    const garbage = JSON.stringify({ level: "info", id: promptId, result: { stopReason: "end_turn" } });
    const rig = await scriptedSession(turn({ message: "before, " }, { garbage }, { message: "and after" }));
    expect(await rig.prompt()).toMatchObject({ result: "completed", text: "before, and after" });
    expect(kept(rig.events)).toMatchObject([{ why: "malformed" }]);
  });

  it.each([
    [64 * 1024 - 1, "python-sdk 62"],
    [64 * 1024, "python-sdk 62"],
    [64 * 1024 + 1, "kimi-cli 831"],
    [megabyte, "kimi-cli 831"],
  ])("a line of %i bytes is a line (%s)", async (bytes) => {
    const rig = await scriptedSession(turn({ long_line: bytes }, { message: "!" }));
    const { result, text } = await rig.prompt();
    expect(result).toBe("completed");
    expect(rig.lines.filter((line) => Buffer.byteLength(line.text) === bytes)).toHaveLength(1);
    expect(text).toMatch(/^x+!$/);
  });

  it("a flood without a newline fails the turn and ends the agent (acpx 539)", async () => {
    const rig = await scriptedSession(turn({ endless_line: true }), {
      configuration: { limits: { maxLineBytes: megabyte } },
    });
    expect(await rig.prompt()).toMatchObject({
      result: "failed",
      failure: "output_limit",
      error: `the agent sent a line of more than ${megabyte} bytes`,
      sessionOver: true,
    });
    // Nothing of it was kept.
    expect(JSON.stringify([rig.events, rig.lines]).length).toBeLessThan(100_000);
  });
});

describe("the order of what it sends", () => {
  it("updates after the response belong to the session (opencode 17505)", async () => {
    const rig = await scriptedSession(turn({ message: "hi" }, { late: [{ message: "one more thing" }] }));
    expect(await rig.prompt()).toMatchObject({ result: "completed" });
    await rig.session.close();
    const said = rig.events.flatMap((event) => (event.type === "message" ? [event.text] : [])).join("");
    expect(said).toBe("hione more thing");
  });

  it("the last chunk is a part of the reply when it comes in one piece with the response (QwenPaw 6623)", async () => {
    const response = JSON.stringify({ jsonrpc: "2.0", id: promptId, result: { stopReason: "end_turn" } });
    const rig = await scriptedSession({
      agent: { answers: { "session/new": { result: { sessionId: "s" } } } },
      turns: [{ steps: [{ garbage: `${updateLine("s", "the end")}\n${response}` }, { hang: true }] }],
    });
    expect(await rig.prompt()).toMatchObject({ result: "completed", text: "the end" });
    expect(rig.events).toEqual([
      { type: "message", text: "the end" },
      { type: "stop", reason: "end_turn" },
    ]);
  });

  it.each(["OpenHands-CLI 543", "acpx 477"])("an update before the session has its name is kept (%s)", async () => {
    const update = { sessionUpdate: "available_commands_update", availableCommands: [{ name: "help" }] };
    const steps = [{ update }, { message: "Welcome." }];
    const rig = await scriptedSession({ agent: { answers: { "session/new": { steps } } }, turns: [] });
    await rig.session.close();
    expect(rig.events).toEqual([
      { type: "note", text: "the agent offers 1 commands" },
      { type: "message", text: "Welcome." },
    ]);
  });
});

describe("time", () => {
  // Real processes; but time goes on only where a test says so.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  it.each([
    ["initialize", "pi-acp 46"],
    ["session/new", "software-agent-sdk 3629"],
  ])("%s that hangs is given up, and the agent ended (%s)", async (method) => {
    const agent = { answers: { [method]: { steps: [{ stderr: "hangs" }], hang: true } } };
    const setupMs = 60_000;
    const transcript = (lines: readonly TranscriptLine[]) =>
      void (lines.some(({ text }) => text === "hangs") && vi.advanceTimersByTime(setupMs));
    const options = { configuration: { limits: { setupMs, closeMs: 50 } }, host: { transcript } };
    expect(await refusal({ agent, turns: [] }, options)).toMatchObject({
      code: "timeout",
      message: `the agent did not answer ${method} within ${setupMs} ms`,
    });
  });

  it("a run that makes progress goes on for many times the idle limit, and a silent one does not (agent-canvas 1245)", async () => {
    const idleMs = 60_000;
    const steps = Array.from({ length: 10 }, () => ({ plan: ["go on"] }));
    const rig = await scriptedSession(
      { turns: [{ index: 0, steps }, { steps: [{ plan: ["hang"] }, { hang: true }] }] },
      {
        configuration: { limits: { idleMs } },
        // With each sign of life nearly the whole limit, and in the second turn more than it.
        host: {
          event: ({ type }) => void (type === "plan" && vi.advanceTimersByTime(turns === 1 ? idleMs - 1 : idleMs)),
        },
      },
    );
    let turns = 1;
    expect(await rig.prompt()).toMatchObject({ result: "completed" });
    turns = 2;
    expect(await rig.prompt()).toMatchObject({ result: "failed", failure: "idle_limit" });
  });
});

describe("its configuration", () => {
  it("a server that the agent would drop without a word is an error that names it (oh-my-pi 7722)", async () => {
    const mcpServers = [{ name: "issues", type: "http", url: "http://127.0.0.1:1/mcp" }] as const;
    expect(await refusal({ turns: [] }, { configuration: { mcpServers } })).toMatchObject({
      code: "session",
      message: "the agent cannot use the MCP server issues: it does not support http servers",
    });
  });
});
