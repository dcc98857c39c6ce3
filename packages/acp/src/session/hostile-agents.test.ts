import { describe, expect, it } from "vitest";
import { scriptedSession } from "../testing/scripted-session.ts";

const turn = (...steps: object[]) => ({ turns: [{ steps }] });
const megabyte = 1024 * 1024;

describe("lines that are no messages", () => {
  const logs = [
    "Loaded cached credentials.",
    '{"level":"info","id":0,"result":"ok"}',
    "[1,2]",
    '{"jsonrpc":"2.0"}',
    "",
  ];

  it("are recorded and passed over, and never answered", async () => {
    const rig = await scriptedSession(turn(...logs.map((garbage) => ({ garbage })), { message: "hi" }));
    expect(await rig.prompt()).toMatchObject({ result: "completed", text: "hi" });
    const kept = rig.events.flatMap((event) => (event.type === "raw" ? [event.value] : []));
    expect(kept).toEqual(logs.slice(0, 4).map((line) => ({ why: "malformed", line, length: line.length })));
    expect(rig.lines.filter(({ direction }) => direction === "received").map(({ text }) => text)).toEqual(
      expect.arrayContaining(logs),
    );
    expect(rig.lines.filter(({ direction, text }) => direction === "sent" && text.includes("error"))).toEqual([]);
  });

  it("fail the turn when there are too many, and end the agent", async () => {
    const script = turn({ garbage: "a" }, { garbage: "b" }, { garbage: "c" }, { hang: true });
    const rig = await scriptedSession(script, { configuration: { limits: { maxMalformedLines: 2 } } });
    expect(await rig.prompt()).toMatchObject({
      result: "failed",
      failure: "malformed_output",
      error: "the agent sent more than 2 lines that are no messages; the last one: c",
    });
  });

  it("count anew in the next turn", async () => {
    const script = turn({ garbage: "a" }, { garbage: "b" }, { message: "hi" });
    const rig = await scriptedSession(script, { configuration: { limits: { maxMalformedLines: 2 } } });
    await rig.prompt();
    expect(await rig.prompt()).toMatchObject({ result: "completed" });
  });

  it("are kept short in the journal however long they are", async () => {
    const rig = await scriptedSession(turn({ garbage: "x".repeat(megabyte) }, { message: "hi" }));
    await rig.prompt();
    expect(rig.events[0]).toMatchObject({ type: "raw", value: { length: megabyte } });
    expect(JSON.stringify(rig.events[0]).length).toBeLessThan(3_000);
  });
});

describe("long output", () => {
  it("of one line of 16 MiB passes", async () => {
    const rig = await scriptedSession(turn({ long_line: 16 * megabyte }));
    const outcome = await rig.prompt();
    expect(outcome.result).toBe("completed");
    expect(outcome.text.length).toBeGreaterThan(15 * megabyte);
  });

  it("of one line of 17 MiB fails the turn, says why, and ends the agent", async () => {
    const rig = await scriptedSession(turn({ long_line: 17 * megabyte }, { hang: true }));
    expect(await rig.prompt()).toMatchObject({
      result: "failed",
      failure: "output_limit",
      error: "the agent sent a line of more than 16777216 bytes",
      sessionOver: true,
      text: "",
    });
    expect(await rig.prompt()).toMatchObject({ result: "failed", failure: "output_limit" });
  });

  it("of many lines fails the turn at its limit", async () => {
    const script = turn({ flood: 1_000 }, { hang: true });
    const rig = await scriptedSession(script, { configuration: { limits: { maxTurnBytes: 10_000 } } });
    expect(await rig.prompt()).toMatchObject({ result: "failed", failure: "output_limit" });
  });

  it("of 10,000 updates in one burst loses none", async () => {
    const rig = await scriptedSession(turn({ flood: 10_000 }));
    const outcome = await rig.prompt();
    expect(outcome.text).toBe(Array.from({ length: 10_000 }, (_, index) => `${index} `).join(""));
    expect(rig.events).toEqual([
      { type: "message", text: outcome.text },
      { type: "stop", reason: "end_turn" },
    ]);
    expect(rig.lines.filter(({ text }) => text.includes("agent_message_chunk"))).toHaveLength(10_000);
  });

  it("on standard error is kept line by line, and a line without end is left out", async () => {
    const script = turn(
      { stderr: "warning: ü" },
      { stderr: "y".repeat(200_000) },
      { message: "hi" },
      { crash: { code: 1 } },
    );
    const rig = await scriptedSession(script);
    await rig.prompt();
    expect(rig.lines.filter(({ direction }) => direction === "stderr").map(({ text }) => text)).toEqual([
      "warning: ü",
      "[a line of more than 65536 bytes was left out]",
    ]);
  });
});

describe("messages that fit nothing", () => {
  it("are recorded: a response nobody waits for", async () => {
    const rig = await scriptedSession(turn({ wrong_id: 4711 }, { wrong_id: null }, { message: "hi" }));
    expect(await rig.prompt()).toMatchObject({ result: "completed", text: "hi" });
    const kept = rig.events.flatMap((event) => (event.type === "raw" ? [event.value] : []));
    expect(kept).toMatchObject([{ why: "unknown_id" }, { why: "unknown_id" }]);
  });

  it.each(["fs/write_text_file", "terminal/create", "elicitation/create", "craft/drainMidTurnQueue", "_vendor/thing"])(
    "are refused at once when they ask for what we do not offer: %s",
    async (method) => {
      const rig = await scriptedSession(turn({ request: { method, params: { path: "x" } } }, { message: "went on" }));
      expect(await rig.prompt()).toMatchObject({ result: "completed", text: "went on" });
      expect(rig.events).toContainEqual({ type: "raw", value: { method, params: { path: "x" } } });
      const answer = rig.lines.find(({ direction, text }) => direction === "sent" && text.includes("-32601"));
      expect(answer?.text).toContain(method);
    },
  );

  it("are kept: updates of a kind, of content and of fields that nobody knows, and of another session", async () => {
    const odd = [
      { sessionUpdate: "telepathy", thought: "?" },
      { sessionUpdate: "agent_message_chunk", content: { type: "hologram" } },
      { sessionUpdate: "agent_message_chunk", content: "text" },
      { sessionUpdate: "tool_call", title: "no id" },
      { sessionUpdate: "tool_call", toolCallId: 7, title: "no text for an id" },
      { sessionUpdate: "tool_call_update", toolCallId: "never announced", status: "in_progress" },
      { sessionUpdate: "plan", entries: "later" },
      {},
    ];
    const rig = await scriptedSession(
      turn(
        ...odd.map((update) => ({ update })),
        { notification: { method: "session/update", params: { sessionId: "other", update: {} } } },
        { notification: { method: "_auth/status", params: [1] } },
        { message: "hi" },
      ),
    );
    expect(await rig.prompt()).toMatchObject({ result: "completed", text: "hi" });
    const kept = rig.events.flatMap((event) => (event.type === "raw" ? [event.value] : []));
    expect(kept).toEqual([...odd, { sessionId: "other", update: {} }, { method: "_auth/status", params: [1] }]);
  });
});

describe("what is nested without end", () => {
  const nested = JSON.parse(`${"[".repeat(2_000)}"sk-0815-secret"${"]".repeat(2_000)}`);
  const nest = `${"[".repeat(100_000)}"sk-0815-secret"${"]".repeat(100_000)}`;
  const session = { agent: { answers: { "session/new": { result: { sessionId: "s" } } } } };
  const configuration = { env: { API_TOKEN: "sk-0815-secret" } };

  it("is cut wherever it stands, and asks and ends as anything else", async () => {
    const toolCall = `{"toolCallId":"c","title":"t","kind":"read","rawInput":${nest}}`;
    const options = '[{"optionId":"y","name":"Yes","kind":"allow_once"}]';
    const params = `{"sessionId":"s","toolCall":${toolCall},"options":${options}}`;
    const update = `{"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"c","rawOutput":${nest}}}`;
    const lines = [
      `{"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":${params}}`,
      `{"jsonrpc":"2.0","method":"session/update","params":${update}}`,
      `{"jsonrpc":"2.0","id":2,"result":{"stopReason":${nest}}}`,
    ];
    const rig = await scriptedSession(
      { ...session, turns: [{ steps: [...lines.map((garbage) => ({ garbage })), { hang: true }] }] },
      { configuration },
    );
    expect(await rig.prompt()).toMatchObject({ result: "failed", failure: "stop_reason" });
    expect(rig.decisions).toHaveLength(1);
    expect(rig.events).toContainEqual(expect.objectContaining({ type: "tool_update", id: "c" }));
    expect(JSON.stringify([rig.events, rig.decisions])).not.toContain("0815");
  });

  it("is no trouble in an error", async () => {
    const rig = await scriptedSession(turn({ error: { code: 1, message: "no", data: nested } }), { configuration });
    expect(await rig.prompt()).toMatchObject({ result: "agent_error", error: expect.stringMatching(/^no \[\[\[/) });
  });
});

describe("secrets of the configuration", () => {
  it("are written nowhere, wherever the agent repeats them", async () => {
    const secret = 'tok"en\\-0815';
    const script = turn(
      { stderr: secret },
      { garbage: `log: ${secret}` },
      { message: `my key is ${secret}` },
      { tool_call: { id: "c", title: secret, kind: "execute", input: { value: secret } } },
      { permission: { id: "c", title: `echo ${secret}`, kind: "execute", input: { [secret]: secret } } },
      { tool_update: { id: "c", status: "completed", output: secret } },
      { update: { sessionUpdate: secret, text: secret } },
      { error: { code: 1, message: secret, data: [secret] } },
    );
    const rig = await scriptedSession(script, { configuration: { env: { API_TOKEN: secret } } });
    const outcome = await rig.prompt();
    await rig.session.close();
    expect(outcome).toMatchObject({ result: "agent_error", text: "my key is [redacted]", permissions: { allowed: 1 } });
    const written = JSON.stringify([outcome, rig.events, rig.decisions, rig.lines]);
    expect(written).not.toContain("0815");
    expect(written.match(/\[redacted\]/g)?.length).toBeGreaterThan(10);
  });

  it("are written nowhere as a whole when they come in parts, as models write them", async () => {
    const parts = ["my key is sk-08", "15-se", "cret."];
    const script = turn(...parts.map((message) => ({ message })), ...parts.map((thought) => ({ thought })));
    const rig = await scriptedSession(script, { configuration: { env: { API_TOKEN: "sk-0815-secret" } } });
    expect(await rig.prompt()).toMatchObject({ text: "my key is [redacted].", finalMessage: "my key is [redacted]." });
    expect(rig.events).toEqual([
      { type: "message", text: "my key is [redacted]." },
      { type: "thought", text: "my key is [redacted]." },
      { type: "stop", reason: "end_turn" },
    ]);
  });

  it("are not in the message of an agent that does not start", async () => {
    const agent = {
      answers: { initialize: { steps: [{ stderr: "bad key sk-0815-secret" }, { crash: { code: 1 } }] } },
    };
    const configuration = { env: { SOME_KEY: "sk-0815-secret" } };
    await expect(scriptedSession({ agent, turns: [] }, { configuration })).rejects.toThrow(
      "it last wrote: bad key [redacted]",
    );
  });
});

describe("a host that cannot take an event", () => {
  it("ends the turn with the host's error and the agent with it", async () => {
    const full = new Error("disk full");
    const rig = await scriptedSession(turn({ message: "a" }, { thought: "b" }, { hang: true }), {
      host: {
        event: () => {
          throw full;
        },
      },
    });
    await expect(rig.prompt()).rejects.toBe(full);
  });

  it("does so too when it cannot write the transcript", async () => {
    const full = new Error("disk full");
    let fails = false;
    const rig = await scriptedSession(turn({ message: "a" }, { hang: true }), {
      host: {
        transcript: () => {
          if (fails) throw full;
        },
      },
    });
    fails = true;
    await expect(rig.prompt()).rejects.toBe(full);
  });
});
