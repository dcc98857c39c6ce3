import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AgentEvent } from "@agent-markup/core";
import { describe, expect, it } from "vitest";
import { genericProfile } from "../profiles/generic.ts";
import { profileOf } from "../profiles/profiles.ts";
import { scriptedProfile } from "../profiles/scripted.ts";
import { isObject } from "../transport/message.ts";
import { toolCalls } from "./tool-calls.ts";
import { unaskedTools } from "./unasked-tools.ts";
import { updateReader } from "./updates.ts";

const nobody = () => unaskedTools(60_000, () => {});

function events(...updates: unknown[]): AgentEvent[] {
  const unasked = nobody();
  const reader = updateReader(toolCalls(scriptedProfile, [], unasked), (text) => text);
  const read = [...updates.flatMap((update) => reader.read(update)), ...reader.finish()];
  unasked.turnOver();
  return read;
}

const chunk = (text: string, messageId?: string | null) => ({
  sessionUpdate: "agent_message_chunk",
  content: { type: "text", text },
  messageId,
});
const thought = (text: string) => ({ sessionUpdate: "agent_thought_chunk", content: { type: "text", text } });

describe("chunks", () => {
  it.each([
    ["become one message", [chunk("a"), chunk("b", undefined), chunk("c")], ["abc"]],
    ["of one id become one message", [chunk("a", "1"), chunk("b", "1")], ["ab"]],
    ["of another id begin another message", [chunk("a", "1"), chunk("b", "2"), chunk("c", "2")], ["a", "bc"]],
    ["keep their white space and their characters", [chunk(" \n"), chunk("ä😀")], [" \nä😀"]],
    ["that are empty become nothing", [chunk(""), chunk("")], []],
  ])("%s", (_, updates, texts) => {
    expect(events(...updates)).toEqual(texts.map((text) => ({ type: "message", text })));
  });

  it("end at another kind of update, in the order in which they came", () => {
    expect(
      events(chunk("a"), thought("b"), thought("c"), chunk("d"), { sessionUpdate: "plan", entries: [] }, chunk("e")),
    ).toEqual([
      { type: "message", text: "a" },
      { type: "thought", text: "bc" },
      { type: "message", text: "d" },
      { type: "plan", entries: [] },
      { type: "message", text: "e" },
    ]);
  });
});

describe("tool calls", () => {
  const call = {
    sessionUpdate: "tool_call",
    toolCallId: "c",
    title: "Terminal",
    kind: "execute",
    status: "pending",
    rawInput: {},
  };
  const update = { sessionUpdate: "tool_call_update", toolCallId: "c" };

  it("are announced with the tools they may be", () => {
    expect(events(call)).toEqual([
      { type: "tool_call", id: "c", title: "Terminal", kind: "execute", status: "pending", tools: ["bash"], input: {} },
    ]);
  });

  it("are announced with what is usual where the agent leaves it out", () => {
    expect(events({ sessionUpdate: "tool_call", toolCallId: "c", title: "t" })).toEqual([
      { type: "tool_call", id: "c", title: "t", kind: "other", status: "pending", tools: [] },
    ]);
  });

  it("that are announced twice have changed", () => {
    expect(events(call, { ...call, status: "in_progress", title: "ls" })[1]).toEqual({
      type: "tool_update",
      id: "c",
      status: "in_progress",
      title: "ls",
      input: {},
    });
  });

  it.each([
    ["only a status", { status: "completed" }, { status: "completed" }],
    ["a new title", { title: "ls -l" }, { title: "ls -l" }],
    ["the same title", { title: "Terminal" }, {}],
    ["the input", { rawInput: { command: "ls" } }, { input: { command: "ls" } }],
    ["what it now is", { kind: "fetch" }, { tools: ["bash", "web_fetch", "web_search"] }],
    ["text", { content: [{ type: "content", content: { type: "text", text: "one" } }] }, { output: "one" }],
    [
      "several parts",
      {
        content: [
          { type: "content", content: { type: "text", text: "a" } },
          { type: "diff", path: "/f", newText: "" },
          { type: "terminal", terminalId: "t" },
          null,
        ],
      },
      { output: "a\nchanged /f" },
    ],
    ["raw output, where there is nothing else", { rawOutput: { exit: 1 }, content: [] }, { output: '{"exit":1}' }],
    ["raw output as text", { rawOutput: "denied" }, { output: "denied" }],
    ["nulls, which mean no change", { status: null, title: null, kind: null, content: null, rawOutput: null }, {}],
  ])("tell %s", (_, change, told) => {
    expect(events(call, { ...update, ...change })[1]).toEqual({ type: "tool_update", id: "c", ...told });
  });
});

describe("bookkeeping", () => {
  it("is told as usage, and as a note where the transcript has the rest", () => {
    expect(
      events(
        { sessionUpdate: "usage_update", used: 12, size: 200 },
        { sessionUpdate: "available_commands_update", availableCommands: [{ name: "a" }, { name: "b" }] },
      ),
    ).toEqual([
      { type: "usage", usage: { used: 12, size: 200 } },
      { type: "note", text: "the agent offers 2 commands" },
    ]);
  });

  it("that is not understood is kept as it came", () => {
    const odd = [{ sessionUpdate: "session_info_update", title: "t" }, { sessionUpdate: 7 }, {}, null, "text", 5];
    expect(events(...odd)).toEqual(odd.map((value) => ({ type: "raw", value })));
  });
});

interface Recorded {
  readonly update?: unknown;
  readonly asked?: unknown;
}

const traffic = fileURLToPath(new URL("../../../../../shared/traffic/", import.meta.url));

describe.skipIf(!existsSync(traffic))("recorded sessions of real agents (skipped where there are none)", () => {
  const sessions = existsSync(traffic) ? readdirSync(traffic).filter((name) => name.endsWith(".ndjson")) : [];

  /** All updates of a file, and the permission requests between them, in order. */
  function recorded(name: string): Recorded[] {
    return readFileSync(traffic + name, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .flatMap((line): Recorded[] => {
        const { dir, msg } = JSON.parse(line);
        if (dir !== "a>c" || !isObject(msg) || !isObject(msg.params)) return [];
        if (msg.method === "session/update") return [{ update: msg.params.update }];
        return msg.method === "session/request_permission" ? [{ asked: msg.params.toolCall }] : [];
      });
  }

  function eventsOf(name: string): AgentEvent[] {
    const unasked = nobody();
    const calls = toolCalls(genericProfile, [], unasked);
    const reader = updateReader(calls, (text) => text);
    const read = recorded(name).flatMap(({ update, asked }) => {
      if (asked === undefined) return reader.read(update);
      calls.learn(asked, "request");
      return reader.finish();
    });
    unasked.turnOver();
    return [...read, ...reader.finish()];
  }

  it.each(sessions)("%s: every text is in a message, every tool call is understood", (name) => {
    const told = eventsOf(name);
    const said = (kind: string) =>
      recorded(name)
        .map(({ update }) => update)
        .flatMap((update) =>
          isObject(update) && update.sessionUpdate === kind && isObject(update.content) ? [update.content.text] : [],
        )
        .join("");
    const texts = (type: string) =>
      told.flatMap((event) => (event.type === type && "text" in event ? [event.text] : [])).join("");
    expect(texts("message")).toBe(said("agent_message_chunk"));
    expect(texts("thought")).toBe(said("agent_thought_chunk"));

    const raw = told.flatMap((event) =>
      event.type === "raw" && isObject(event.value) ? [event.value.sessionUpdate] : [],
    );
    expect(
      raw.filter(
        (kind) =>
          !["session_info_update", "user_message_chunk", "config_option_update", "current_mode_update"].includes(
            String(kind),
          ),
      ),
    ).toEqual([]);
  });

  it("tell the runtime's tool behind each agent's shell", () => {
    for (const name of ["gemini", "claude", "codex", "opencode"]) {
      const asked = recorded(`${name}-offline-deny.ndjson`).find((entry) => entry.asked !== undefined)?.asked;
      expect(toolCalls(genericProfile, [], nobody()).learn(asked, "request")?.tools, name).toEqual(["bash"]);
      expect(toolCalls(profileOf(name), [], nobody()).learn(asked, "request")?.tools, name).toEqual(["bash"]);
    }
  });
});
