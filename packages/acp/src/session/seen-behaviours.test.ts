import { existsSync } from "node:fs";
import { join } from "node:path";
import { createPermissionPolicy } from "@agent-markup/core";
import { describe, expect, it } from "vitest";
import { scriptedProfile } from "../profiles/scripted.ts";
import { answersSent, kept, promptId } from "../testing/lines.ts";
import { refusal } from "../testing/refusal.ts";
import { scriptedSession } from "../testing/scripted-session.ts";

// What was seen of the real agents (agents.md 2, 4, 6 and 8), played by the scripted one; what is not here stands beside
// what it is about, such as the modes in pin.test.ts, the ladder in public-process-faults.test.ts.

const turn = (...steps: object[]) => ({ turns: [{ steps }] });
const shell = { id: "c", title: "echo hi > made.txt", kind: "execute", tool: "bash" };
const write = { write_file: { path: "made.txt", text: "hi\n" } };
const deny = { policy: createPermissionPolicy("deny") };
const selected = (optionId: string) => ({ outcome: { outcome: "selected", optionId } });

describe("as Gemini", () => {
  const geminiOptions = [
    { optionId: "ProceedAlways", name: "Allow for this session", kind: "allow_always" },
    { optionId: "ProceedOnce", name: "Allow", kind: "allow_once" },
    { optionId: "Cancel", name: "Reject", kind: "reject_once" },
  ];
  // It announces a tool only by asking, and says no more of one that is denied.
  const asks = { permission: { ...shell, options: geminiOptions, allowed: [write], refused: [{ message: "no" }] } };

  it("it lists allow_always first, which is never taken", async () => {
    const rig = await scriptedSession(turn(asks, { tool_update: { id: "c", status: "completed" } }));
    expect(await rig.prompt()).toMatchObject({ permissions: { allowed: 1 }, unasked: [] });
    expect(answersSent(rig.lines)).toEqual([selected("ProceedOnce")]);
    expect(rig.events).toContainEqual(expect.objectContaining({ type: "tool_update", id: "c", status: "completed" }));
  });

  it("a tool that it is denied leaves no trace but the record, and nothing on the disk", async () => {
    const rig = await scriptedSession(turn(asks), deny);
    expect(await rig.prompt()).toMatchObject({ flags: ["after_denial"], permissions: { denied: 1 }, unasked: [] });
    expect(answersSent(rig.lines)).toEqual([selected("Cancel")]);
    expect(rig.decisions).toMatchObject([{ request: { title: shell.title, tools: ["bash"] } }]);
    expect(existsSync(join(rig.cwd, "made.txt"))).toBe(false);
  });

  it("it writes through the client only where that is offered, and even then is refused", async () => {
    const params = { path: "/tmp/made.txt", content: "hi" };
    const rig = await scriptedSession(turn({ request: { method: "fs/write_text_file", params } }, { message: "hm" }));
    expect(await rig.prompt()).toMatchObject({ result: "completed", text: "hm", permissions: { asked: 0 } });
    const [initialize] = rig.lines;
    expect(initialize?.text).toContain('"fs":{"readTextFile":false,"writeTextFile":false},"terminal":false');
    expect(rig.lines.filter(({ text }) => text.includes('"code":-32601'))).toHaveLength(1);
  });
});

describe("as Claude and Codex", () => {
  it("they answer with version 2, and a result of that shape, which is refused", async () => {
    const result = { protocolVersion: 2, info: { name: "claude", version: "0.101" }, capabilities: { session: {} } };
    expect(await refusal({ agent: { answers: { initialize: { result } } }, turns: [] })).toMatchObject({
      code: "protocol",
      message: "the agent speaks version 2 of the protocol, not 1",
    });
  });

  it("they run a shell in a mode that does not ask, so that they are put into one that does before any prompt", async () => {
    const modes = { current: "auto", available: ["auto", "default"] };
    const profile = { ...scriptedProfile, asking: { by: "mode", mode: "default" } } as const;
    const rig = await scriptedSession(
      { agent: { modes }, turns: [{ steps: [{ message: "hi" }] }] },
      {
        configuration: { profile },
      },
    );
    expect(await rig.prompt()).toMatchObject({ modes: { start: "default", end: "default" } });
    const methods = rig.lines.flatMap(({ direction, text }) => (direction === "sent" ? [JSON.parse(text).method] : []));
    expect(methods.slice(0, 4)).toEqual(["initialize", "session/new", "session/set_config_option", "session/prompt"]);
  });

  it("Claude sends $/cancel_request for what it asked, and gets an answer all the same", async () => {
    const rig = await scriptedSession(turn({ permission: { ...shell, withdrawn: true } }, { message: "hm" }), deny);
    expect(await rig.prompt()).toMatchObject({
      result: "completed",
      text: "hm",
      permissions: { asked: 1, allowed: 0 },
    });
    expect(answersSent(rig.lines)).toHaveLength(1);
  });

  it("Claude sends an update after its response, which is a part of the turn", async () => {
    const late = { update: { sessionUpdate: "session_info_update", title: "Tests" } };
    const profile = { ...scriptedProfile, quietMs: 200 };
    const rig = await scriptedSession(turn({ message: "hi" }, { late: [late] }), { configuration: { profile } });
    await rig.prompt();
    expect(kept(rig.events)).toEqual([late.update]);
  });

  it("Codex ends a turn as cancelled after a plain reject, which is denied", async () => {
    const rig = await scriptedSession(turn({ permission: { ...shell, refused: [{ stop: "cancelled" }] } }), deny);
    expect(await rig.prompt()).toMatchObject({ result: "denied", stopReason: "cancelled", permissions: { denied: 1 } });
  });

  it("Codex ends a turn as if all were well when its model server fails, which is suspect", async () => {
    const error = { type: "error", error: { type: "server_error", message: "stub says no" } };
    const rig = await scriptedSession(turn({ message: JSON.stringify(error) }));
    expect(await rig.prompt()).toMatchObject({ result: "completed", flags: ["suspect"] });
  });

  it("Codex says that a tool runs just before it asks for it, which is not running unasked", async () => {
    const announced = { tool_call: { ...shell, status: "in_progress" } };
    const done = { tool_update: { id: "c", status: "completed" } };
    const rig = await scriptedSession(
      turn(announced, { permission: { ...shell, allowed: [done] } }, { message: "ok" }),
    );
    expect(await rig.prompt()).toMatchObject({ result: "completed", unasked: [], permissions: { allowed: 1 } });
  });
});

describe("as OpenCode and Qwen", () => {
  it("OpenCode never asks without being configured to: what it runs is recorded as unasked", async () => {
    const rig = await scriptedSession(
      turn({ tool_call: { ...shell, status: "in_progress" } }, write, {
        tool_update: { id: "c", status: "completed" },
      }),
      deny,
    );
    expect(await rig.prompt()).toMatchObject({ unasked: ["c"], permissions: { asked: 0 } });
    expect(rig.events).toContainEqual(expect.objectContaining({ type: "unasked", tools: ["bash"] }));
  });

  it("Qwen offers two options of allow_once, of which the first is taken", async () => {
    const options = [
      { optionId: "once", name: "Yes", kind: "allow_once" },
      { optionId: "once_more", name: "Yes, and go on", kind: "allow_once" },
      { optionId: "no", name: "No", kind: "reject_once" },
    ];
    const rig = await scriptedSession(turn({ permission: { ...shell, options } }, { message: "ok" }));
    await rig.prompt();
    expect(answersSent(rig.lines)).toEqual([selected("once")]);
  });

  it("Qwen offers to restore a mode that does not ask as allow_once, first: that is not taken", async () => {
    const options = [
      { optionId: "restore", name: "Yes, restore previous mode (auto)", kind: "allow_once" },
      { optionId: "plan", name: "No, keep planning", kind: "reject_once" },
    ];
    const plan = { id: "p", title: "Would you like to proceed?", kind: "switch_mode", options };
    const rig = await scriptedSession(turn({ permission: plan }, { message: "ok" }));
    await rig.prompt();
    expect(answersSent(rig.lines)).toEqual([selected("plan")]);
  });
});

describe("as every agent", () => {
  it.each([0, promptId])("its own ids count from 0, as ours do: a request %i is no response", async (requestId) => {
    const rig = await scriptedSession(turn({ permission: { ...shell, requestId } }, { message: "ended by itself" }));
    expect(await rig.prompt()).toMatchObject({ result: "completed", text: "ended by itself" });
    expect(rig.lines.filter(({ text }) => text.includes(`"id":${requestId},"result":{"outcome"`))).toHaveLength(1);
  });
});
