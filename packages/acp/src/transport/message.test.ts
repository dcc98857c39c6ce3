import { describe, expect, it } from "vitest";
import { parseMessage } from "./message.ts";

describe("parseMessage", () => {
  it.each([
    ["a log line", "Loaded cached credentials."],
    ["nothing", ""],
    ["half a message", '{"jsonrpc":"2.0","id":1,'],
    ["a JSON log line that looks like a response", '{"level":"info","id":1,"result":"ok"}'],
    ["another version", '{"jsonrpc":"1.0","id":1,"result":{}}'],
    ["a number", "7"],
    ["null", "null"],
    ["a batch", '[{"jsonrpc":"2.0","method":"a"}]'],
    ["neither method, result nor error", '{"jsonrpc":"2.0","id":1}'],
    ["a result without an id", '{"jsonrpc":"2.0","result":{}}'],
    ["a method that is no string", '{"jsonrpc":"2.0","method":7}'],
    ["an id that is an object", '{"jsonrpc":"2.0","id":{},"method":"a"}'],
  ])("takes %s for no message", (_, line) => {
    expect(parseMessage(line)).toBeNull();
  });

  it.each([0, 7, -1, 1.5, "a", "", null])("takes what has a method and the id %j for a request", (id) => {
    const line = JSON.stringify({ jsonrpc: "2.0", id, method: "session/request_permission", params: { a: 1 } });
    expect(parseMessage(line)).toEqual({ type: "request", id, method: "session/request_permission", params: { a: 1 } });
  });

  it("takes what has a method for a request even when it carries a result too", () => {
    expect(parseMessage('{"jsonrpc":"2.0","id":0,"method":"fs/read_text_file","result":{}}')).toMatchObject({
      type: "request",
      method: "fs/read_text_file",
    });
  });

  it("takes what has a method and no id for a notification", () => {
    expect(parseMessage('{"jsonrpc":"2.0","method":"session/update"}')).toEqual({
      type: "notification",
      method: "session/update",
      params: undefined,
    });
  });

  it.each([
    ["a result", '{"jsonrpc":"2.0","id":3,"result":{"a":1}}', { type: "result", id: 3, result: { a: 1 } }],
    ["a null result", '{"jsonrpc":"2.0","id":3,"result":null}', { type: "result", id: 3, result: null }],
    [
      "a result beside a null error",
      '{"jsonrpc":"2.0","id":3,"result":{},"error":null}',
      { type: "result", id: 3, result: {} },
    ],
    ["a line that ends in CR", '{"jsonrpc":"2.0","id":3,"result":{}}\r', { type: "result", id: 3, result: {} }],
  ])("reads %s", (_, line, expected) => {
    expect(parseMessage(line)).toEqual(expected);
  });

  it.each([
    ["of the protocol", { code: -32000, message: "log in" }, { code: -32000, message: "log in" }],
    ["of any other code", { code: 400, message: "no" }, { code: 400, message: "no" }],
    ["with data", { code: 1, message: "m", data: [1] }, { code: 1, message: "m", data: [1] }],
    ["without a code", { message: "no" }, { code: null, message: "no" }],
    ["with a code that is no integer", { code: "E", message: "no" }, { code: null, message: "no" }],
    ["without a message", { code: 1 }, { code: 1, message: '{"code":1}' }],
    ["that is no object", "oops", { code: null, message: '"oops"' }],
  ])("reads an error %s", (_, error, expected) => {
    const line = JSON.stringify({ jsonrpc: "2.0", id: "x", error });
    expect(parseMessage(line)).toEqual({ type: "error", id: "x", error: expected });
  });

  it("cuts what is nested so deeply that nobody could walk it, and keeps the message", () => {
    const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
    const message = (params: string) =>
      parseMessage(`{"jsonrpc":"2.0","id":0,"method":"m","params":{"a":1,"b":${params}}}`);
    // Two levels are the message and its params.
    expect(message(nested(398))).toMatchObject({ params: { a: 1, b: JSON.parse(nested(398)) } });
    const text = JSON.stringify(message(nested(100_000)));
    expect(text).toContain('"method":"m","params":{"a":1,"b":[[[');
    expect(text).toContain('[["[nested too deeply]"]]');
    expect(text.match(/\[/g)).toHaveLength(398 + 1);
  });
});
