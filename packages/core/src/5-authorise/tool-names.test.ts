import { describe, expect, test } from "vitest";
import { verifies } from "../testing/verifies.ts";
import { constrainedName, isKnownTool, isMcpTool, runtimeName, toolList } from "./tool-names.ts";

const none = new Set<string>();

describe("a name known from elsewhere", () => {
  test.each([
    ["Bash", "bash"],
    ["Read", "view"],
    ["Write", "write"],
    ["Edit", "edit"],
    ["MultiEdit", "edit"],
    ["Grep", "grep"],
    ["Glob", "glob"],
    ["WebFetch", "web_fetch"],
    ["WebSearch", "web_search"],
    ["shell", "bash"],
    ["run_shell_command", "bash"],
    ["mcp__github__create_issue", "mcp/github/create_issue"],
  ])("%s is %s here", (written, name) => {
    expect(runtimeName(written, none)).toBe(name);
  });

  test.each([
    "bash",
    "BASH",
    "read",
    "toString",
    "mcp____x",
    "mcp__x",
    "mcp__x__",
    "mcp__x__*",
    "mcp__x__y z",
    "mcp/github/create_issue",
  ])("%s is left as it is", (written) => {
    expect(runtimeName(written, none)).toBe(written);
  });

  test("means itself when the host has a tool of that name", () => {
    expect(runtimeName("Read", new Set(["Read"]))).toBe("Read");
  });
});

describe("a tool of an MCP server", () => {
  test.each(["mcp/github/create_issue", "mcp/github/*", "mcp/my-server/a.b"])("is %s", (name) => {
    expect(isMcpTool(name)).toBe(true);
  });

  test.each([
    "mcp/github",
    "mcp/*/log",
    "mcp/*",
    "mcp/github/",
    "mcp/git hub/log",
    "mcp/github/log*",
    "mcp:github",
    "*",
  ])("is not %s", (name) => {
    expect(isMcpTool(name)).toBe(false);
  });
});

test("a tool is known when the runtime, the host or an MCP server has it, and names are case-sensitive", () => {
  verifies("tools.names.case");
  const configured = new Set(["rename_session"]);
  const names = ["sql", "rename_session", "mcp/github/*", "SQL", "Bash", "rename"];
  expect(names.filter((name) => isKnownTool(name, configured))).toEqual(["sql", "rename_session", "mcp/github/*"]);
});

test("a list is split at commas, trimmed, and holds each name once and no empty one", () => {
  verifies("tools.list");
  expect(toolList(" grep , view,, grep ,")).toEqual(["grep", "view"]);
  expect(toolList(" , ")).toEqual([]);
});

describe("what a constraint says of a tool that an agent has from the runtime", () => {
  test.each([
    ["mcp/aml-tools/sql", "sql"],
    ["mcp/aml-tools/notes", "notes"],
    ["mcp/aml-tools/step_result", "mcp/aml-tools/step_result"],
    ["mcp/git/sql", "mcp/git/sql"],
    ["sql", "sql"],
  ])("of %s is what it says of %s", (tool, expected) => {
    expect(constrainedName(tool)).toBe(expected);
  });
});
