import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AgentEvent, createPermissionPolicy, type Tool, type TurnOutcome } from "@agent-markup/core";
import { describe, expect, it } from "vitest";
import {
  type Act,
  actingAgent,
  ask,
  askToWrite,
  completed,
  echo,
  linesOf,
  place,
  recorded,
  runWith,
  unavailable,
} from "../testing/recorded-run.ts";
import { recordAgents } from "./record-agents.ts";
import { replayAgents } from "./replay-agents.ts";

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

  it("gives a step the result that its agent gave to the tool, and calls no other tool of the runtime", async () => {
    const document = ask('<skill impl="dde-simple">\nflowchart LR\n  A[Do]\n</skill>');
    const called: string[] = [];
    const act: Act = async (_, { offered }) => {
      for (const [tool, input] of [
        ["notes", {}],
        ["step_result", { status: "done", summary: "", output: "by the tool" }],
        ["step_result", { status: "failed", summary: "too late" }],
      ] as const)
        await offered?.call({ tool, input, recorded: input, signal: new AbortController().signal });
      return "It is done.";
    };
    const notes: Tool = {
      name: "notes",
      capabilities: [],
      async run() {
        called.push("notes");
        const empty = { stderr: "", exitCode: null, signal: null, durationMs: 0, timedOut: false, warnings: [] };
        return { output: { text: "" }, ...empty };
      },
    };
    const tools = new Map([["notes", notes]]);
    const recording = place();
    const agents = recordAgents(actingAgent(act), { folder: recording });
    for (const served of [agents, () => replayAgents(recording)]) {
      const result = await runWith(document, { agents: typeof served === "function" ? served() : served, tools });
      expect(result).toMatchObject({ status: "done", output: { text: "by the tool" } });
    }
    expect(called).toEqual(["notes"]);
  });

  it("fails where the result that was given is not taken now", async () => {
    const document = ask('<skill impl="dde-simple">\nflowchart LR\n  A[Do]\n</skill>');
    const recording = await recorded(document, async (_, { offered }) => {
      const input = { status: "done", summary: "" };
      await offered?.call({ tool: "step_result", input, recorded: input, signal: new AbortController().signal });
      return "";
    });
    const file = join(recording, "prompts.jsonl");
    const edited = readFileSync(file, "utf8").replace('"status":"done"', '"status":"finished"');
    writeFileSync(file, edited);
    const result = await runWith(document, { agents: replayAgents(recording) });
    expect(result).toMatchObject({
      status: "failed",
      error: { code: "ReplayMismatch", message: expect.stringContaining("by step_result is not taken now") },
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

  it("does not depend on which of two steps side by side came first", async () => {
    const steps = ["A", "B", "C", "D"].map((id) => `<step node="${id}" type="subagent">Do ${id}.</step>`).join("");
    const document = ask(`<skill impl="dde-simple">\nflowchart LR\n  A --> B & C --> D\n${steps}</skill>`);
    // Whoever asks first for B or C waits for the other, so that both are under way; then the given one answers first.
    const sideBySide = (first: string): Act => {
      const waiting = new Map<string, () => void>();
      return async (prompt) => {
        const [, step = ""] = /Do ([A-D])\./.exec(prompt) ?? [];
        if (step === "B" || step === "C") {
          await new Promise<void>((resolve) => {
            waiting.set(step, resolve);
            if (waiting.size === 2) waiting.get(first)?.();
          });
          waiting.delete(step);
          for (const resume of waiting.values()) resume();
        }
        return `{"status":"done","output":"made by ${step}"}`;
      };
    };
    const recordings = await Promise.all(
      ["B", "C"].map(async (first) => {
        const recording = place();
        await runWith(document, {
          agents: recordAgents(actingAgent(sideBySide(first)), { folder: recording }),
          maxParallel: 2,
        });
        return recording;
      }),
    );
    for (const recording of recordings) {
      const agents = replayAgents(recording);
      const result = await runWith(document, { agents });
      expect(result).toMatchObject({ status: "done", output: { text: "made by D" } });
    }
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
