import { PassThrough, Writable } from "node:stream";
import { redaction, type TranscriptLine } from "@agent-markup/core";
import { describe, expect, it } from "vitest";
import { Connection, type ConnectionLimits, type PeerRequest } from "./connection.ts";
import { lineLog } from "./line-log.ts";

const limits: ConnectionLimits = { maxLineBytes: 1_000, maxMalformedLines: 2, maxOutputBytes: 10_000 };

/** A connection whose other end is played by the test: `say` is what the agent writes, `heard` what it has read. */
function connected(over: Partial<ConnectionLimits> = {}, output: Writable = new PassThrough()) {
  const input = new PassThrough();
  const requests: PeerRequest[] = [];
  const told: unknown[] = [];
  const lines: TranscriptLine[] = [];
  const batches: number[] = [];
  const log = lineLog({
    write: (batch) => {
      lines.push(...batch);
      batches.push(batch.length);
    },
    redact: (text) => text,
    failed: (error) => told.push(error),
    maxBytes: 1_000_000,
  });
  const handlers = {
    request: (request: PeerRequest) => void requests.push(request),
    notification: (method: string, params: unknown) => void told.push([method, params]),
    stray: (line: string, why: string) => void told.push([why, line]),
    traffic: () => {},
  };
  const connection = new Connection({ input, output }, { ...limits, ...over }, handlers, log, redaction([]));
  const say = (...messages: (object | string)[]) =>
    input.write(
      messages.map((m) => `${typeof m === "string" ? m : JSON.stringify({ jsonrpc: "2.0", ...m })}\n`).join(""),
    );
  const heard = () => {
    const text = output instanceof PassThrough ? String(output.read() ?? "") : "";
    return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  };
  return { connection, input, say, heard, requests, told, lines, batches, handlers };
}

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

describe("requests of ours", () => {
  it("are answered by their id, in whatever order the answers come", async () => {
    const { connection, say, heard } = connected();
    const first = connection.request("a", { x: 1 });
    const second = connection.request("b", {});
    expect(heard()).toEqual([
      { jsonrpc: "2.0", id: 0, method: "a", params: { x: 1 } },
      { jsonrpc: "2.0", id: 1, method: "b", params: {} },
    ]);
    say({ id: 1, result: "second" }, { id: 0, error: { code: 5, message: "first" } });
    expect(await first).toEqual({ type: "error", id: 0, error: { code: 5, message: "first" } });
    expect(await second).toEqual({ type: "result", id: 1, result: "second" });
  });

  it("are not answered by a request of the agent that has the same id", async () => {
    const { connection, say, requests } = connected();
    const reply = connection.request("session/prompt", {});
    say({ id: 0, method: "session/request_permission", params: {} }, { id: 0, result: "done" });
    expect(await reply).toMatchObject({ result: "done" });
    expect(requests).toHaveLength(1);
  });

  it("give their reply at once, before what came behind it, to those who need it then", async () => {
    const { connection, say, told } = connected();
    const reply = connection.request("session/new", {}, () => told.push("reply"));
    say({ method: "before" }, { id: 0, result: {} }, { method: "after" });
    await reply;
    expect(told).toEqual([["before", undefined], "reply", ["after", undefined]]);
  });

  it("end with the connection, and fail at once after it", async () => {
    const { connection, input } = connected();
    const waiting = connection.request("a", {});
    input.end();
    expect(await waiting).toEqual({ type: "ended", end: { reason: "closed" } });
    expect(await connection.request("b", {})).toEqual({ type: "ended", end: { reason: "closed" } });
  });
});

describe("what answers nothing", () => {
  it("is recorded: an unknown id, one answered before, and null", async () => {
    const { connection, say, told } = connected();
    const reply = connection.request("a", {});
    say(
      { id: 0, result: 1 },
      { id: 0, result: 2 },
      { id: 99, result: 3 },
      { id: null, error: { code: -32700, message: "?" } },
    );
    expect(await reply).toMatchObject({ result: 1 });
    expect(told.map((entry) => Array.isArray(entry) && entry[0])).toEqual(["unknown_id", "unknown_id", "unknown_id"]);
  });
});

describe("requests of the agent", () => {
  it.each([[0], ["zero"], [null], [1.5]])("are answered under their own id %j", async (id) => {
    const { say, heard, requests } = connected();
    say({ id, method: "m", params: {} });
    await nextTick();
    requests[0]?.answer({ yes: true });
    expect(heard()).toEqual([{ jsonrpc: "2.0", id, result: { yes: true } }]);
  });

  it("are each answered, even when two have the same id", async () => {
    const { say, heard, requests } = connected();
    say({ id: 4, method: "m" }, { id: 4, method: "m" });
    await nextTick();
    requests[0]?.answer(1);
    requests[1]?.refuse({ code: -32601, message: "no" });
    expect(heard()).toEqual([
      { jsonrpc: "2.0", id: 4, result: 1 },
      { jsonrpc: "2.0", id: 4, error: { code: -32601, message: "no" } },
    ]);
  });
});

describe("limits", () => {
  it("skip lines that are no messages, never answer them, and end the connection when there are too many", async () => {
    const { connection, say, heard, told } = connected();
    say("log 1", "", "  ", "log 2", { method: "still/read" });
    await nextTick();
    expect(told).toEqual([
      ["malformed", "log 1"],
      ["malformed", "log 2"],
      ["still/read", undefined],
    ]);
    say("log 3", { method: "not/read" });
    expect(await connection.ended).toEqual({
      reason: "malformed_output",
      message: "the agent sent more than 2 lines that are no messages; the last one: log 3",
    });
    expect(told).not.toContainEqual(["not/read", undefined]);
    expect(heard()).toEqual([]);
  });

  it("count anew for every turn", async () => {
    const { connection, say, told } = connected();
    say("log 1", "log 2");
    await nextTick();
    connection.startCounting();
    say("log 3", { method: "read" });
    await nextTick();
    expect(told).toContainEqual(["read", undefined]);
  });

  it("end the connection at a line that is too long, before it ends", async () => {
    const { connection, input } = connected();
    input.write("x".repeat(1_001));
    expect(await connection.ended).toEqual({
      reason: "output_limit",
      message: "the agent sent a line of more than 1000 bytes",
    });
  });

  it("end the connection when a turn's output is too much, in however small lines", async () => {
    const { connection, say } = connected({ maxOutputBytes: 100 });
    for (let index = 0; index < 4; index++) say({ method: "m" });
    expect(await connection.ended).toEqual({
      reason: "output_limit",
      message: "the agent sent more than 100 bytes in one turn",
    });
  });

  it("let the agent's own output wait while it does not read our answers", async () => {
    const unread = new Writable({ write: () => {}, highWaterMark: 16 });
    const { say, requests, input, connection } = connected({ maxOutputBytes: 1e9 }, unread);
    for (let index = 0; index < 300; index++) say({ id: index, method: "m" });
    await nextTick();
    for (const request of requests) request.answer({});
    expect(input.isPaused()).toBe(true);
    connection.end({ reason: "closed" });
    expect(input.isPaused()).toBe(false);
  });
});

describe("a host that cannot take what the agent said", () => {
  it("ends the connection with its error, not with the agent's", async () => {
    const { connection, say, handlers } = connected();
    const full = new Error("disk full");
    handlers.notification = () => {
      throw full;
    };
    const waiting = connection.request("a", {});
    say({ method: "session/update" });
    expect(await waiting).toEqual({ type: "ended", end: { reason: "host_failed", error: full } });
  });
});

describe("the line log", () => {
  it("has every line as it was, both directions in order, and is written once per tick", async () => {
    const { connection, say, lines, batches, requests } = connected();
    void connection.request("a", {});
    say({ id: 0, result: 1 }, "garbage", { id: 7, method: "m" });
    await nextTick();
    requests[0]?.answer(null);
    connection.end({ reason: "closed" });
    expect(lines).toEqual([
      { direction: "sent", text: '{"jsonrpc":"2.0","id":0,"method":"a","params":{}}' },
      { direction: "received", text: '{"jsonrpc":"2.0","id":0,"result":1}' },
      { direction: "received", text: "garbage" },
      { direction: "received", text: '{"jsonrpc":"2.0","id":7,"method":"m"}' },
      { direction: "sent", text: '{"jsonrpc":"2.0","id":7,"result":null}' },
    ]);
    expect(batches.length).toBeLessThan(lines.length);
  });
});
