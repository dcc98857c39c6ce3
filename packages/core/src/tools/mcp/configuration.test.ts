// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of .mcp.json are meant as they stand
import { describe, expect, test } from "vitest";
import { sourceFile } from "../../text/source-file.ts";
import { readMcpConfiguration } from "./configuration.ts";

const read = (text: string) => readMcpConfiguration(sourceFile({ file: ".mcp.json", text }));
const server = (members: object) => read(JSON.stringify({ mcpServers: { a: members, b: { command: "b" } } }));

describe("a fault of the file", () => {
  test.each([
    ["no JSON", "{ mcpServers: {} }", "AML6101"],
    ["no object", "[]", "AML5120"],
    ["no servers", '{ "servers": {} }', "AML5120"],
    ["a list of servers", '{ "mcpServers": [] }', "AML5120"],
    [
      "a server that is given twice",
      '{ "mcpServers": { "a": { "command": "a" }, "a": { "command": "b" } } }',
      "AML6102",
    ],
  ])("is %s", (_, text) => {
    expect(read(text).faults).toMatchObject([{ server: null }]);
  });

  test("is told with its place", () => {
    const [fault] = read('{\n  "mcpServers": {\n    "a": { "command": 7 }\n  }\n}').faults;
    const diagnostic = fault?.error;
    expect(fault?.server).toBe("a");
    expect(diagnostic).toMatchObject({
      code: "AML5120",
      file: ".mcp.json",
      message: "in the MCP configuration, `mcpServers.a.command` must be a string that is not empty",
      start: { line: 3, column: 23 },
    });
  });
});

describe("a server that cannot be used, beside one that can", () => {
  test.each([
    ["without a way to reach it", {}, "`mcpServers.a` needs `command` (a program to start) or `url`"],
    ["that is no object", "x", "`mcpServers.a` needs `command`"],
    ["with both ways", { command: "a", url: "http://a" }, "has both `command` and `url`"],
    ["of the type that was given up", { type: "sse", url: "http://a" }, "is of the type `sse`, which MCP has given up"],
    ["of an unknown type", { type: "carrier-pigeon", command: "a" }, "is of the unknown type `carrier-pigeon`"],
    ["of one type with the way of the other", { type: "http", command: "a" }, "is of the type `http` and needs `url`"],
    [
      "of the other type with the way of the one",
      { type: "stdio", url: "http://a" },
      "is of the type `stdio` and needs `command`",
    ],
    ["with an empty command", { command: "" }, "`mcpServers.a.command` must be a string that is not empty"],
    ["with a command as a list", { command: ["a"] }, "`mcpServers.a.command` must be a string"],
    ["with arguments as one string", { command: "a", args: "-x" }, "`mcpServers.a.args` must be a list of strings"],
    [
      "with an argument that is a number",
      { command: "a", args: ["-x", 1] },
      "`mcpServers.a.args` must be a list of strings",
    ],
    [
      "with a variable that is a number",
      { command: "a", env: { PORT: 1 } },
      "`mcpServers.a.env.PORT` must be a string",
    ],
    ["with headers as a list", { url: "http://a", headers: [] }, "`mcpServers.a.headers` must be an object of strings"],
  ])("%s", (_, members, message) => {
    const { servers, faults } = server(Object(members));
    expect(faults.map(({ error }) => error.message)).toEqual([expect.stringContaining(message)]);
    expect([...servers.keys()]).toEqual(["b"]);
  });

  test.each(["a/b", "a b", "a*", ""])("under the name %j, which no step could call", (name) => {
    expect(read(JSON.stringify({ mcpServers: { [name]: { command: "a" } } })).faults).toMatchObject([
      { error: { message: expect.stringContaining("cannot be named in `mcp/SERVER/TOOL`") } },
    ]);
  });
});

test("servers are read, and what other programs keep there is left alone", () => {
  const text = JSON.stringify({
    inputs: [],
    mcpServers: {
      files: { command: "npx", args: ["server", "${HOME}"], env: { TOKEN: "${TOKEN:-none}" }, disabled: true },
      issues: { type: "http", url: "https://mcp.example/", headers: { authorization: "Bearer ${TOKEN}" } },
      plain: { url: "https://plain.example/" },
    },
  });
  expect(read(text)).toEqual({
    faults: [],
    servers: new Map([
      ["files", { type: "stdio", command: "npx", args: ["server", "${HOME}"], env: { TOKEN: "${TOKEN:-none}" } }],
      ["issues", { type: "http", url: "https://mcp.example/", headers: { authorization: "Bearer ${TOKEN}" } }],
      ["plain", { type: "http", url: "https://plain.example/", headers: {} }],
    ]),
  });
});
