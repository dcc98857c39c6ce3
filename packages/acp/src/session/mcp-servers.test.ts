import type { ToolSet } from "@agent-markup/core";
import { describe, expect, it } from "vitest";
import { leavesTools, type McpServer, mcpServersFor } from "./mcp-servers.ts";

const everything: ToolSet = { allowed: null, denied: new Set() };
const only = (...allowed: string[]): ToolSet => ({ allowed: new Set(allowed), denied: new Set() });
const without = (...denied: string[]): ToolSet => ({ allowed: null, denied: new Set(denied) });

describe("the servers a constraint leaves", () => {
  it.each([
    ["no constraint", everything, true],
    ["all of its tools", only("mcp/git/*"), true],
    ["one of its tools", only("view", "mcp/git/log"), true],
    ["none of its tools", only("view"), false],
    ["another server with a longer name", only("mcp/github/*"), false],
    ["all of its tools denied", without("mcp/git/*"), false],
    ["one of its tools denied", without("mcp/git/push"), true],
    ["allowed and denied", { allowed: new Set(["mcp/git/*"]), denied: new Set(["mcp/git/*"]) }, false],
  ])("%s", (_, tools, expected) => {
    expect(leavesTools(tools, "git")).toBe(expected);
  });
});

describe("mcpServersFor", () => {
  const git: McpServer = { name: "git", command: "git-mcp", args: ["--stdio"], env: { LEVEL: "1" } };
  const web: McpServer = { name: "web", type: "http", url: "https://example.com/mcp", headers: { "X-Key": "k" } };

  it("describes servers in the protocol's words", () => {
    expect(mcpServersFor([git, { name: "bare", command: "bare" }, web], everything, { http: true })).toEqual([
      { name: "git", command: "git-mcp", args: ["--stdio"], env: [{ name: "LEVEL", value: "1" }] },
      { name: "bare", command: "bare", args: [], env: [] },
      { name: "web", type: "http", url: "https://example.com/mcp", headers: [{ name: "X-Key", value: "k" }] },
    ]);
  });

  it("passes a server of which some tools may be used behind a process that keeps the others back", () => {
    const [passed] = mcpServersFor([git], only("mcp/git/log"), {});
    expect(passed).toEqual({
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
    });
  });

  it("passes none that the constraint excludes", () => {
    expect(mcpServersFor([git, web], only("view"), {})).toEqual([]);
  });

  it("refuses a server that the agent would drop without a word", () => {
    for (const capabilities of [undefined, {}, { http: false, sse: true }]) {
      expect(() => mcpServersFor([web], everything, capabilities)).toThrow(
        "the agent cannot use the MCP server web: it does not support http servers",
      );
    }
  });
});
