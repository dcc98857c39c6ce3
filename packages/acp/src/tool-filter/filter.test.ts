import { describe, expect, test } from "vitest";
import { fromAgent, fromServer, type ToolChoice } from "./filter.ts";
import { choiceOf } from "./filtered-server.ts";
import { readTask } from "./task.ts";

const logOnly: ToolChoice = { only: ["log"], not: [] };
const call = (name: unknown) => JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name } });
const list = (...names: unknown[]) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, result: { tools: names.map((name) => ({ name })), nextCursor: "c" } });

describe("what a constraint leaves of a server", () => {
  test.each([
    ["everything", null, [], null],
    ["the server", ["mcp/git/*"], [], null],
    ["one tool", ["mcp/git/log", "view", "mcp/github/log"], [], { only: ["log"], not: [] }],
    ["all but one tool", null, ["mcp/git/push", "bash"], { only: null, not: ["push"] }],
    ["the server but one tool", ["mcp/git/*"], ["mcp/git/push"], { only: null, not: ["push"] }],
  ] as const)("%s", (_, allowed, denied, expected) => {
    const tools = { allowed: allowed === null ? null : new Set<string>(allowed), denied: new Set<string>(denied) };
    expect(choiceOf(tools, "git")).toEqual(expected);
  });
});

describe("a line of the agent", () => {
  test.each([
    ["a call of a tool that is let through", call("log")],
    ["another request", '{"jsonrpc":"2.0","id":2,"method":"tools/list"}'],
    ["a notification", '{"jsonrpc":"2.0","method":"notifications/initialized"}'],
    ["an answer", '{"jsonrpc":"2.0","id":0,"result":{}}'],
  ])("goes on when it is %s", (_, line) => {
    expect(fromAgent(line, logOnly)).toEqual({ forward: line });
  });

  test.each([
    ["a call of another tool", call("push"), -32602, "the tool push may not be used here"],
    ["a call of no tool", call(undefined), -32602, "the tool undefined may not be used here"],
    ["a call of many tools", call(["log"]), -32602, "the tool log may not be used here"],
    ["several messages", `[${call("push")}]`, -32600, "this line is no message"],
    ["no JSON", "{", -32700, "this line is no JSON"],
  ])("is answered when it is %s", (_, line, code, message) => {
    const passage = fromAgent(line, logOnly);
    if (!("answer" in passage)) throw new Error("it went on");
    expect(JSON.parse(passage.answer)).toMatchObject({ jsonrpc: "2.0", error: { code, message } });
  });

  test("is what was judged, also when it names a thing twice", () => {
    const twice = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"push","name":"log"}}';
    expect(fromAgent(twice, logOnly)).toEqual({ forward: call("log") });
  });

  test("gets through to all tools but those that are denied", () => {
    expect(fromAgent(call("push"), { only: null, not: ["push"] })).toHaveProperty("answer");
    expect(fromAgent(call("log"), { only: null, not: ["push"] })).toHaveProperty("forward");
  });
});

describe("a line of the server", () => {
  test("tells of no tool that is kept back, and of all the rest", () => {
    expect(fromServer(list("log", "push", 7), logOnly)).toBe(list("log"));
    expect(fromServer(list("log", "push"), { only: null, not: ["push"] })).toBe(list("log"));
  });

  test.each(["{", "[]", '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}', "a greeting"])(
    "is left as it is: %s",
    (line) => {
      expect(fromServer(line, logOnly)).toBe(line);
    },
  );
});

test.each([
  [
    '{"command":"a","args":["b"],"choice":{"only":["c"],"not":["d"]}}',
    { command: "a", args: ["b"], choice: { only: ["c"], not: ["d"] } },
  ],
  [
    '{"command":"a","args":[],"choice":{"only":null,"not":[]}}',
    { command: "a", args: [], choice: { only: null, not: [] } },
  ],
  ['{"command":"a","args":[1],"choice":{"only":null,"not":[]}}', null],
  ['{"command":"a","args":[],"choice":{"not":[]}}', null],
  ["null", null],
])("a task is read only as it was written: %s", (text, expected) => {
  expect(readTask(text)).toEqual(expected);
});
