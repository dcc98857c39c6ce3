import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AgentError, type AgentEvent, createPermissionPolicy, type TurnOutcome } from "@agent-markup/core";
import { describe, expect, it } from "vitest";
import { type Act, actingAgent, askToWrite, completed, runWith, unavailable } from "../testing/recorded-run.ts";
import { folder } from "../testing/scripted-session.ts";
import { recordAgents } from "./record-agents.ts";
import { replayAgents } from "./replay-agents.ts";

const echo: Act = (prompt) => `<${prompt}>`;
const ask = (text: string, attributes = "") => `<agent name="x"${attributes}>${text}</agent>`;

/** A place for a recording that is not there yet. */
function place(): string {
  return join(folder(), "recording");
}

function linesOf(recording: string): Record<string, unknown>[] {
  const text = readFileSync(join(recording, "prompts.jsonl"), "utf8");
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

async function recorded(document: string, act: Act, params: Record<string, string> = {}): Promise<string> {
  const recording = place();
  const agents = recordAgents(actingAgent(act), { folder: recording });
  await runWith(document, { agents, params });
  return recording;
}

describe("a replay", () => {
  it("comes to what the recorded run came to, and asks no agent", async () => {
    const document = `a${ask("one")}b${ask("two")}c`;
    const recording = await recorded(document, echo);
    const result = await runWith(document, { agents: replayAgents(recording) });
    expect(result).toMatchObject({
      status: "done",
      output: { text: "a<one>b<two>c" },
      recording: { mode: "replay", folder: recording },
    });
  });

  it("gives prompts of one node their answers in the order they were asked", async () => {
    const document = ask(
      '<skill impl="dde-simple">\nflowchart LR\n  A[Do]\n<step node="A" retries="2">Do it.</step></skill>',
    );
    let asked = 0;
    const act: Act = () => (++asked < 3 ? `{"status":"failed","summary":"not ${asked}"}` : '{"status":"done"}');
    const recording = await recorded(document, act);
    const result = await runWith(document, { agents: replayAgents(recording) });
    expect(result).toMatchObject({ status: "done", plans: [{ nodes: [{ id: "A", status: "done", attempt: 3 }] }] });
  });

  it("tells every event and the whole outcome as they were", async () => {
    const events: AgentEvent[] = [
      { type: "thought", text: "hm" },
      { type: "tool_call", id: "1", title: "ls", kind: "execute", status: "pending", tools: ["bash"], input: { a: 1 } },
      { type: "tool_update", id: "1", status: "completed", title: "ls -l", tools: ["bash"], input: null, output: "x" },
      { type: "unasked", id: "1", title: "ls", tools: ["bash"], violation: false },
      { type: "plan", entries: [{ content: "then" }] },
      { type: "usage", usage: { tokens: 3 } },
      { type: "mode", mode: "ask", expected: true },
      { type: "note", text: "noted" },
      { type: "raw", value: { odd: [1, null] } },
      { type: "message", text: "done" },
      { type: "stop", reason: "end_turn" },
    ];
    const outcome: TurnOutcome = {
      ...completed("done"),
      flags: ["suspect", "after_denial"],
      usage: { tokens: 3 },
      permissions: { asked: 1, allowed: 0, denied: 1, cancelled: 0 },
      unasked: ["1"],
      modes: { start: "ask", end: "auto" },
      sessionOver: true,
    };
    const recording = await recorded(ask("go"), (_prompt, host) => {
      for (const event of events) host.event(event);
      return outcome;
    });
    const heard: AgentEvent[] = [];
    const outcomes: TurnOutcome[] = [];
    const agents = replayAgents(recording);
    await runWith(ask("go"), {
      agents: {
        ...agents,
        async open(request, host) {
          const session = await agents.open(request, { ...host, event: (event) => void heard.push(event) });
          return {
            ...session,
            async prompt(text, signal, identity) {
              const came = await session.prompt(text, signal, identity);
              outcomes.push(came);
              return came;
            },
          };
        },
      },
    });
    expect(heard).toEqual(events);
    expect(outcomes).toEqual([outcome]);
  });

  it.each<[string, Act]>([
    ["refused", () => ({ ...completed(""), result: "refused", failure: "stop_reason", error: "no" })],
    ["that the agent did not live to answer", () => ({ ...completed(""), result: "agent_exited" })],
  ])("fails where the recorded run did: a turn %s", async (_, act) => {
    const recording = await recorded(ask("go"), act);
    const result = await runWith(ask("go"), { agents: replayAgents(recording) });
    expect(result).toMatchObject({ status: "failed", error: { code: "AgentFailed" } });
  });

  it("fails as the recorded run did where the agent could not be had", async () => {
    const recording = place();
    await runWith(ask("go"), { agents: recordAgents(unavailable, { folder: recording }) });
    const result = await runWith(ask("go"), { agents: replayAgents(recording) });
    expect(result.error).toMatchObject({ code: "AgentFailed", message: "it is gone" });
  });

  it("takes the later of two answers to one prompt: the first was cut short", async () => {
    const recording = await recorded(ask("go"), () => "first");
    const [, line] = linesOf(recording);
    const later = { ...line, end: { outcome: completed("second") } };
    appendFileSync(join(recording, "prompts.jsonl"), `${JSON.stringify(later)}\n`);
    expect((await runWith(ask("go"), { agents: replayAgents(recording) })).output.text).toBe("second");
  });
});

describe("a replay of another document fails, and says what differs", () => {
  const document = `${ask("one")}${ask("two\nlines")}`;
  it.each([
    ["a prompt that changed", `${ask("one")}${ask("two\nwords")}`, 'line 2 was "lines" and is "words"'],
    ["a prompt that is longer", `${ask("one")}${ask("two\nlines\nmore")}`, 'line 3 was not there and is "more"'],
    ["a node that was not prompted", `${document}${ask("three")}`, "no prompt to 2 is recorded in"],
    ["another agent", `${ask("one")}<agent name="y">two\nlines</agent>`, "of the agent x, and goes to y now"],
    ["another model", `${ask("one")}${ask("two\nlines", ' model="m"')}`, "of the model none, and goes to m now"],
    ["other tools", `${ask("one")}<tool deny="bash">${ask("two\nlines")}</tool>`, "no prompt to 1.0 is recorded in"],
  ])("%s", async (_, changed, message) => {
    const recording = await recorded(document, echo);
    const result = await runWith(changed, { agents: replayAgents(recording) });
    expect(result).toMatchObject({ status: "failed", error: { code: "ReplayMismatch" } });
    expect(result.error?.message).toContain(message);
    expect(result.error?.message).toMatch(/; undo what changed, or record the run anew$/);
  });

  it("other tools at the same place", async () => {
    const under = (tools: string) => `<tool allow="${tools}">${ask("go")}</tool>`;
    const recording = await recorded(under("view"), echo);
    const result = await runWith(under("view,bash"), { agents: replayAgents(recording) });
    expect(result.error?.message).toContain('under other tools: [["view"],[]] then, [["bash","view"],[]] now');
  });

  it("a value that differs", async () => {
    const recording = await recorded(ask("Greet {who}."), echo, { who: "Kim" });
    const result = await runWith(ask("Greet {who}."), { agents: replayAgents(recording), params: { who: "Lee" } });
    expect(result.error?.message).toContain('was "Kim" and is "Lee"');
  });

  it("more of the same than was asked", async () => {
    const step = (retries: number) =>
      ask(
        `<skill impl="dde-simple">\nflowchart LR\n  A[Do]\n<step node="A" retries="${retries}">Do it.</step></skill>`,
      );
    const recording = await recorded(step(1), () => '{"status":"failed"}');
    const result = await runWith(step(2), { agents: replayAgents(recording) });
    expect(result.error?.message).toContain("is recorded 2 times in");
  });
});

describe("permissions in a replay", () => {
  const act: Act = async (_prompt, host) => ((await askToWrite(host)) ? "written" : "refused");
  const policy = createPermissionPolicy;

  it("are decided anew and recorded, and the same decision goes on", async () => {
    const recording = await recorded(ask("go"), act);
    const result = await runWith(ask("go"), { agents: replayAgents(recording) });
    expect(result).toMatchObject({ output: { text: "written" }, permissions: { asked: 1, allowed: 1 } });
  });

  it.each([
    ["refuses what was allowed", "allow_once", "deny", /answered "no" now \(policy deny, by policy\), and was "yes"/],
    [
      "allows what was refused",
      "deny",
      "allow_once",
      /answered "yes" now \(policy allow_once, by policy\), and was "no"/,
    ],
  ] as const)("fail the run when the policy %s", async (_, then, now, message) => {
    const recording = place();
    await runWith(ask("go"), { agents: recordAgents(actingAgent(act), { folder: recording }), policy: policy(then) });
    const result = await runWith(ask("go"), { agents: replayAgents(recording), policy: policy(now) });
    expect(result).toMatchObject({ status: "failed", output: { text: "" }, error: { code: "ReplayMismatch" } });
    expect(result.error?.message).toMatch(message);
    expect(result.permissions.asked).toBe(1);
  });
});

describe("what is recorded", () => {
  it("is a header and a line for each prompt, each of them JSON", async () => {
    const recording = await recorded(`${ask("one")}${ask("two")}`, echo);
    const [header, first, second, ...others] = linesOf(recording);
    expect(header).toMatchObject({ type: "recording", version: 1 });
    expect(first).toMatchObject({ path: "0", nth: 0, agent: "x", prompt: "one", session: "session-1" });
    expect(second).toMatchObject({ path: "1", prompt: "two" });
    expect(others).toEqual([]);
  });

  it("is on the disk before whoever prompted goes on", async () => {
    const seen: number[] = [];
    const recording = place();
    const agents = recordAgents(
      actingAgent(() => {
        seen.push(existsSync(recording) ? linesOf(recording).length : 0);
        return "hi";
      }),
      { folder: recording },
    );
    await runWith(`${ask("one")}${ask("two")}`, { agents });
    expect(seen).toEqual([0, 2]);
  });

  it("holds no secret, wherever it stands", async () => {
    const recording = place();
    const act: Act = (_prompt, host) => {
      host.event({
        type: "tool_call",
        id: "1",
        title: "env",
        kind: "x",
        status: "y",
        tools: [],
        input: { a: "s3cr3t-key" },
      });
      return "the key is s3cr3t-key";
    };
    const agents = recordAgents(actingAgent(act), { folder: recording, secrets: ["s3cr3t-key"] });
    await runWith(ask("Use {key}."), { agents, params: { key: "s3cr3t-key" } });
    const text = readFileSync(join(recording, "prompts.jsonl"), "utf8");
    expect(text).not.toContain("s3cr3t-key");
    expect(text.match(/\[redacted\]/g)?.length).toBeGreaterThanOrEqual(4);
    const replayed = await runWith(ask("Use {key}."), {
      agents: replayAgents(recording),
      params: { key: "s3cr3t-key" },
    });
    expect(replayed.output.text).toBe("the key is [redacted]");
  });

  it("leaves out events of a flood, says how many, and keeps the outcome", async () => {
    const act: Act = (_prompt, host) => {
      for (let count = 0; count < 100; count++) host.event({ type: "message", text: "x".repeat(200_000) });
      return "over";
    };
    const recording = await recorded(ask("go"), act);
    const { happenings, end } = { happenings: [], end: null, ...linesOf(recording)[1] };
    expect(happenings).toHaveLength(42);
    expect(happenings.at(-1)).toEqual({ event: { type: "note", text: "59 more events are not in the recording" } });
    expect(end).toMatchObject({ outcome: { text: "over" } });
  });

  it("is nothing where the prompt was cancelled before an agent was there", async () => {
    const recording = place();
    const agents = recordAgents(
      { names: ["*"], open: () => Promise.reject(new AgentError("cancelled", "stopped")) },
      { folder: recording },
    );
    await runWith(ask("go"), { agents });
    expect(existsSync(recording)).toBe(false);
  });
});

describe("the folder of a recording", () => {
  const begin = (recording: string, isContinued = false) =>
    recordAgents(actingAgent(echo), { folder: recording, isContinued });

  it("may be empty, and is not made before there is something to record", async () => {
    const empty = folder();
    begin(empty);
    expect(readdirSync(empty)).toEqual([]);
    await runWith(ask("go"), { agents: begin(empty) });
    expect(readdirSync(empty)).toEqual(["prompts.jsonl"]);
  });

  it("with other files is refused, and left alone", () => {
    const other = folder();
    writeFileSync(join(other, "notes.md"), "mine");
    expect(() => begin(other)).toThrow(`${other} holds other files (notes.md): choose an empty folder, or a new one`);
    expect(readdirSync(other)).toEqual(["notes.md"]);
  });

  it("with a recording is refused, unless the same run goes on", async () => {
    const recording = await recorded(ask("one"), echo);
    expect(() => begin(recording)).toThrow("holds a recording already: choose another folder, or remove it");
    await runWith(`${ask("one")}${ask("two")}`, { agents: begin(recording, true) });
    expect(linesOf(recording)).toHaveLength(4);
  });

  it("that is a file is refused", () => {
    const file = join(folder(), "file");
    writeFileSync(file, "");
    expect(() => begin(file)).toThrow(`${file} cannot be recorded into`);
  });

  it("that is taken meanwhile fails the run, and what is there is not written to", async () => {
    const recording = place();
    const agents = begin(recording);
    mkdirSync(recording);
    writeFileSync(join(recording, "prompts.jsonl"), "another's\n");
    await expect(runWith(ask("go"), { agents })).rejects.toMatchObject({ name: "RecordingError" });
    expect(readFileSync(join(recording, "prompts.jsonl"), "utf8")).toBe("another's\n");
  });

  it("goes on behind the last whole line of a recording that was killed", async () => {
    const recording = await recorded(`${ask("one")}${ask("two")}`, echo);
    const file = join(recording, "prompts.jsonl");
    writeFileSync(file, readFileSync(file, "utf8").slice(0, -40));
    expect((await runWith(ask("one"), { agents: replayAgents(recording) })).output.text).toBe("<one>");
    await runWith(`${ask("one")}${ask("two")}`, { agents: begin(recording, true) });
    expect(linesOf(recording).map(({ prompt }) => prompt)).toEqual([undefined, "one", "one", "two"]);
  });
});

describe("a recording that cannot be read is refused with its line", () => {
  const header = '{"type":"recording","version":1}';
  it.each<[string, string, string]>([
    ["an empty one", "", "is empty: record the run anew"],
    ["one of a version to come", '{"type":"recording","version":2}\n', "is of version 2, and this is read: 1"],
    ["no JSON", `${header}\n{"path":\n`, "cannot be read: prompts.jsonl, line 2: "],
    ["another object", `${header}\n{"path":"0"}\n`, "line 2: needs hash"],
    ["a line of the wrong kind", `${header}\n7\n`, "line 2: must be an object"],
  ])("%s", (_, text, message) => {
    const recording = folder();
    writeFileSync(join(recording, "prompts.jsonl"), text);
    expect(() => replayAgents(recording)).toThrow(message);
  });

  it.each<[string, object, string]>([
    [
      "an unknown event",
      { happenings: [{ event: { type: "dance" } }] },
      "line 2.happenings[0].event.type: must be one of",
    ],
    [
      "an event without its text",
      { happenings: [{ event: { type: "message" } }] },
      "line 2.happenings[0].event: needs text",
    ],
    [
      "an unknown result",
      { end: { outcome: { ...completed(""), result: "won" } } },
      "line 2.end.outcome.result: must be one of",
    ],
    ["neither outcome nor error", { end: {} }, "line 2.end: needs outcome"],
    [
      "a decision without options",
      { happenings: [{ permission: { request: {} } }] },
      "line 2.happenings[0].permission.request: needs options",
    ],
  ])("%s", async (_, changes, message) => {
    const recording = await recorded(ask("go"), echo);
    const [, line] = linesOf(recording);
    writeFileSync(join(recording, "prompts.jsonl"), `${header}\n${JSON.stringify({ ...line, ...changes })}\n`);
    expect(() => replayAgents(recording)).toThrow(message);
  });

  it("that is not there is said so", () => {
    const missing = place();
    expect(() => replayAgents(missing)).toThrow(`there is no recording in ${missing}`);
  });
});
