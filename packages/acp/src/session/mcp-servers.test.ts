import type { ToolSet } from "@agent-markup/core";
import { describe, expect, it } from "vitest";
import { type McpServer, passedServers, sessionServers } from "./mcp-servers.ts";
import { variablesOf } from "./server-variables.ts";

const everything: ToolSet = { allowed: null, denied: new Set() };
const only = (...allowed: string[]): ToolSet => ({ allowed: new Set(allowed), denied: new Set() });
const without = (...denied: string[]): ToolSet => ({ allowed: null, denied: new Set(denied) });

const git: McpServer = { name: "git", command: "git-mcp", args: ["--stdio"], env: { LEVEL: "1" } };
const web: McpServer = { name: "web", type: "http", url: "https://example.com/mcp", headers: { "X-Key": "k" } };

/** As configuration files write it. */
const variable = (name: string) => `\${${name}}`;

interface Given {
  readonly own?: readonly McpServer[];
  readonly shared?: readonly McpServer[];
  readonly tools?: ToolSet;
  readonly variables?: Record<string, string>;
  readonly capabilities?: unknown;
}

const passed = ({ own = [], shared = [], tools = everything, variables = {}, capabilities }: Given) =>
  passedServers(sessionServers(own, shared, tools, variables), capabilities);

describe("the MCP servers that an agent is given", () => {
  it("are described in the protocol's words", () => {
    expect(passed({ own: [git, { name: "bare", command: "bare" }, web], capabilities: { http: true } })).toEqual({
      notes: [],
      passed: [
        { name: "git", command: "git-mcp", args: ["--stdio"], env: [{ name: "LEVEL", value: "1" }] },
        { name: "bare", command: "bare", args: [], env: [] },
        { name: "web", type: "http", url: "https://example.com/mcp", headers: [{ name: "X-Key", value: "k" }] },
      ],
    });
  });

  it.each<[string, ToolSet, string[]]>([
    ["of one tool", only("view", "mcp/git/log"), ["git"]],
    ["of another server with a longer name", only("mcp/github/*"), []],
    ["of none", only("view"), []],
    ["all but one tool", without("mcp/git/push"), ["git", "web"]],
    ["all but one server", without("mcp/git/*"), ["web"]],
  ])("are those of which the constraint leaves something: %s", (_, tools, names) => {
    const servers = sessionServers([git], [web], tools, {});
    expect(servers.map(({ name }) => name)).toEqual(names);
  });

  it("of which some tools may be used stand behind a process that keeps the others back", () => {
    expect(passed({ own: [git], tools: only("mcp/git/log") }).passed).toEqual([
      {
        name: "git",
        command: process.execPath,
        args: [expect.stringMatching(/tool-filter/)],
        env: [
          { name: "LEVEL", value: "1" },
          {
            name: "AML_TOOL_FILTER",
            value: '{"command":"git-mcp","args":["--stdio"],"choice":{"only":["log"],"not":[]}}',
          },
        ],
      },
    ]);
  });

  it("of two of one name its own", () => {
    const other = { name: "git", command: "other" };
    expect(passed({ own: [git], shared: [other] }).passed).toMatchObject([{ command: "git-mcp" }]);
  });
});

describe("a server that the agent would drop without a word", () => {
  const why = "the agent cannot use the MCP server web: it does not support http servers";

  it.each([[undefined], [{}], [{ http: false, sse: true }]])("is refused where it is its own: %j", (capabilities) => {
    expect(() => passed({ own: [web], capabilities })).toThrow(why);
  });

  it("is refused where the constraint names its tools", () => {
    expect(() => passed({ shared: [web], tools: only("mcp/web/search") })).toThrow(why);
  });

  it("is told where it would only have been one of all", () => {
    expect(passed({ shared: [web, git] })).toMatchObject({
      passed: [{ name: "git" }],
      notes: ["the MCP server web was not passed to the agent: it does not support http servers"],
    });
  });
});

describe("variables in the texts of a server", () => {
  const texts: McpServer = {
    name: "a",
    command: `${variable("HOME")}/bin/server`,
    args: [`--key=${variable("KEY")}`, variable("LEVEL:-low")],
    env: { TOKEN: variable("KEY") },
  };
  const address: McpServer = {
    name: "b",
    type: "http",
    url: `http://${variable("HOST")}/`,
    headers: { Key: `Bearer ${variable("KEY")}` },
  };
  const variables = { HOME: "/home/ann", KEY: "secret-key", HOST: "localhost:1" };

  it("are filled in", () => {
    expect(passed({ own: [texts, address], variables, capabilities: { http: true } }).passed).toEqual([
      {
        name: "a",
        command: "/home/ann/bin/server",
        args: ["--key=secret-key", "low"],
        env: [{ name: "TOKEN", value: "secret-key" }],
      },
      { name: "b", type: "http", url: "http://localhost:1/", headers: [{ name: "Key", value: "Bearer secret-key" }] },
    ]);
  });

  it("that are not set are told, and nothing is passed in their place", () => {
    const { KEY: _, ...rest } = variables;
    const why = `${variable("KEY")} of the MCP configuration is not set in the environment`;
    expect(() => passed({ own: [texts], variables: rest })).toThrow(`the agent cannot use the MCP server a: ${why}`);
    expect(passed({ shared: [texts], variables: rest })).toEqual({
      passed: [],
      notes: [`the MCP server a was not passed to the agent: ${why}`],
    });
  });

  it("that make no address of one are told too", () => {
    expect(() =>
      passed({ own: [{ ...address, url: variable("HOST") }], variables: { HOST: "no address", KEY: "k" } }),
    ).toThrow("its address is no URL");
  });

  it("are known by name, for what must never be written down", () => {
    expect(variablesOf([texts, address, git], variables)).toEqual(variables);
    expect(variablesOf([git], variables)).toEqual({});
  });
});
