import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { processesWithMarker, type ToolSet } from "@agent-markup/core";
import { describe, expect, it, vi } from "vitest";
import { createAcpAgents } from "../acp-agents.ts";
import type { AgentConfiguration } from "../configuration.ts";
import { scriptedAgentEntry } from "../scripted-agent-entry.ts";
import { refusal } from "../testing/refusal.ts";
import { folder, openRig, type RigOptions, scriptedSession } from "../testing/scripted-session.ts";

const turn = (...steps: object[]) => [{ steps }];
const viewOnly: ToolSet = { allowed: new Set(["view"]), denied: new Set() };

describe("the handshake", () => {
  it("asks for version 1 and offers nothing but permission", async () => {
    const rig = await scriptedSession({ turns: [] });
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect(JSON.parse(rig.lines[0]?.text ?? "")).toEqual({
      jsonrpc: "2.0",
      id: 0,
      method: "initialize",
      params: {
        protocolVersion: 1,
        clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
        clientInfo: { name: "aml", title: "AML", version },
      },
    });
  });

  it.each([
    ["another version", { protocolVersion: 2 }, "protocol", "the agent speaks version 2 of the protocol, not 1"],
    [
      "error -32022",
      { answers: { initialize: { error: { code: -32022, message: "too old" } } } },
      "protocol",
      "the agent does not speak version 1 of the protocol: too old",
    ],
    [
      "an answer that is none",
      { answers: { initialize: { result: "hello" } } },
      "protocol",
      "the agent speaks version null of the protocol, not 1",
    ],
    [
      "an exit",
      { answers: { initialize: { steps: [{ stderr: "no key" }, { crash: { code: 7 } }] } } },
      "exited",
      "the agent exited with status 7; it last wrote: no key",
    ],
    [
      "another error",
      { answers: { "session/new": { error: { code: -32603, message: "no", data: { why: "x" } } } } },
      "session",
      'the agent refused session/new: no {"why":"x"}',
    ],
    [
      "no session id",
      { answers: { "session/new": { result: {} } } },
      "session",
      "the agent opened a session without an id",
    ],
    [
      "too many lines that are no messages",
      { answers: { initialize: { steps: Array.from({ length: 101 }, () => ({ garbage: "log" })) } } },
      "protocol",
      "the agent sent more than 100 lines that are no messages; the last one: log",
    ],
  ])("ends with %s", async (_, agent, code, message) => {
    expect(await refusal({ agent, turns: [] })).toMatchObject({ name: "AgentError", code, message });
  });

  it("tells how to log in, in the agent's own words", async () => {
    const agent = {
      signIn: [{ name: "Log in with Google", description: "with your account" }, { name: "API key" }],
      answers: { "session/new": { error: { code: -32000, message: "Authentication required" } } },
    };
    expect(await refusal({ agent, turns: [] })).toMatchObject({
      code: "authentication",
      message:
        "the agent wants you to log in: Authentication required (Log in with Google: with your account; API key)",
    });
  });

  it("is given up when the run is cancelled, and the agent ended", async () => {
    const run = new AbortController();
    const script = { agent: { answers: { "session/new": { steps: [{ message: "x" }], hang: true } } }, turns: [] };
    const host = { transcript: () => run.abort() };
    expect(await refusal(script, { host, request: { signal: run.signal } })).toMatchObject({ code: "cancelled" });
  });

  it("reads what the agent says of the session before it has named it", async () => {
    const update = { sessionUpdate: "telepathy" };
    const rig = await scriptedSession({ agent: { answers: { "session/new": { steps: [{ update }] } } }, turns: [] });
    expect(rig.events).toEqual([{ type: "raw", value: update }]);
  });
});

describe("where and how the agent is started", () => {
  const agent: AgentConfiguration = { command: ["no-such-agent-anywhere"], profile: "scripted" };
  const opened = (changes: Partial<AgentConfiguration>, options: RigOptions = {}) =>
    openRig({ ...agent, ...changes }, folder(), options);

  it("names a program that does not exist", async () => {
    await expect(opened({})).rejects.toThrow("no-such-agent-anywhere was not found");
  });

  it.each(["relative", "/nonexistent/folder"])("refuses to work in %s", async (cwd) => {
    await expect(opened({ cwd })).rejects.toMatchObject({ code: "not_started" });
  });

  it("refuses to start on Windows, where nothing could be ended, and says what to do", async () => {
    vi.spyOn(process, "platform", "get").mockReturnValue("win32");
    await expect(opened({ command: ["agent"] })).rejects.toMatchObject({
      code: "not_started",
      message: "agent cannot be run on Windows: use WSL (check, plan and fmt work everywhere)",
    });
    vi.restoreAllMocks();
  });

  it("refuses an empty command and an unknown profile", async () => {
    await expect(opened({ command: [] })).rejects.toThrow("agent scripted has an empty command");
    await expect(opened({ profile: "robot" })).rejects.toThrow(
      "there is no agent profile robot; there are: claude, codex, gemini, opencode, qwen, copilot, scripted, generic",
    );
  });

  it("opens nothing for a run that is cancelled", async () => {
    await expect(opened({}, { request: { signal: AbortSignal.abort() } })).rejects.toMatchObject({ code: "cancelled" });
  });

  it("gives the agent its working folder, what the configuration adds, and nothing secret of ours", async () => {
    process.env.AML_TEST_SECRET = "s3cret";
    process.env.AML_TEST_KEY = "k3y";
    const script = join(folder(), "script.json");
    writeFileSync(script, '{ "turns": [] }');
    const cwd = folder();
    const start = `env > env.txt; exec "${process.execPath}" "${scriptedAgentEntry()}" --script "${script}"`;
    await openRig(
      { command: ["sh", "-c", start], profile: "scripted", env: { ADDED: "1" }, inheritEnv: ["AML_TEST_K*"] },
      cwd,
      {},
    );
    const environment = readFileSync(join(cwd, "env.txt"), "utf8").split("\n");
    expect(environment).toEqual(expect.arrayContaining(["ADDED=1", "AML_TEST_KEY=k3y"]));
    expect(environment.some((line) => line.includes("s3cret"))).toBe(false);
    delete process.env.AML_TEST_SECRET;
    delete process.env.AML_TEST_KEY;
  });
});

describe("the names of agents", () => {
  const request = {
    cwd: "/",
    tools: viewOnly,
    marker: "none",
    signal: AbortSignal.abort(),
  };
  const host = { permission: () => Promise.reject(new Error("not asked")), event: () => {} };

  it("lists those that are configured when one is not", async () => {
    const agents = createAcpAgents({ agents: { a: { command: ["a"] }, b: { command: ["b"] } } });
    const live = { ...request, agent: "reviewer", signal: new AbortController().signal };
    await expect(agents.open(live, host)).rejects.toThrow("there is no agent reviewer; configured are: a, b");
    await expect(createAcpAgents({ agents: {} }).open(live, host)).rejects.toThrow("no agent is configured");
    await expect(agents.open({ ...live, agent: "toString" }, host)).rejects.toMatchObject({ code: "not_configured" });
  });

  it("are all served by *", async () => {
    const agents = createAcpAgents({ agents: { "*": { command: [], profile: "scripted" } } });
    const live = { ...request, agent: "anyone", signal: new AbortController().signal };
    await expect(agents.open(live, host)).rejects.toThrow("agent anyone has an empty command");
    expect(agents.names).toEqual(["*"]);
  });
});

describe("an agent that is not known to ask", () => {
  it("is not started, unless the operator accepts that", async () => {
    const marker = "not-started";
    const configuration = { profile: "generic" };
    expect(await refusal({ turns: [] }, { configuration, request: { marker } })).toMatchObject({ code: "mode" });
    expect(await refusal({ turns: [] }, { configuration, tools: viewOnly })).toMatchObject({ code: "tool_denied" });
    expect(processesWithMarker(marker)).toEqual([]);

    const rig = await scriptedSession(
      { turns: turn({ message: "hi" }) },
      { configuration: { ...configuration, acceptUnverified: true } },
    );
    expect(await rig.prompt()).toMatchObject({ result: "completed" });
    expect(rig.events[0]).toMatchObject({ type: "note", text: expect.stringContaining("not known to ask") });
  });
});

describe("an earlier session", () => {
  const request = { resume: "session-7" };

  it("is continued, and its replayed history is told no second time", async () => {
    const history = [{ message: "what I said yesterday" }, { update: { sessionUpdate: "telepathy" } }];
    const agent = { loadsSessions: true, answers: { "session/load": { steps: history } } };
    const rig = await scriptedSession({ agent, turns: turn({ message: "today" }) }, { request });
    expect(rig.session.id).toBe("session-7");
    expect(await rig.prompt()).toMatchObject({ result: "completed", text: "today" });
    expect(rig.events).toEqual([
      { type: "message", text: "today" },
      { type: "stop", reason: "end_turn" },
    ]);
  });

  it("is resumed without its history where the agent can do that", async () => {
    const agent = { loadsSessions: true, resumesSessions: true };
    const turns = [{ continued: true, steps: [{ message: "going on" }] }];
    const rig = await scriptedSession({ agent, turns }, { request });
    expect(await rig.prompt()).toMatchObject({ result: "completed", text: "going on" });
    const methods = rig.lines.flatMap(({ text }) => /"method":"(session\/(?:load|resume|new))"/.exec(text)?.[1] ?? []);
    expect(methods).toEqual(["session/resume"]);
  });

  it("is not opened anew where the agent cannot continue it, or does not know it", async () => {
    expect(await refusal({ turns: [] }, { request })).toMatchObject({
      code: "session",
      message: "the agent cannot continue an earlier session",
    });
    const agent = {
      loadsSessions: true,
      answers: { "session/load": { error: { code: -32002, message: "not found" } } },
    };
    expect(await refusal({ agent, turns: [] }, { request })).toMatchObject({ code: "session" });
  });
});
