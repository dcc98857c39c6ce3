import { describe, expect, test } from "vitest";
import { verifies } from "../testing/verifies.ts";
import { grants, isAvailable, type ToolSet } from "./tool-set.ts";

describe("a tool is available", () => {
  verifies("tools.available", "tools.wildcard");
  test.each([
    { tools: set(null, []), tool: "sql", available: true, when: "everything is allowed" },
    { tools: set(null, ["sql"]), tool: "sql", available: false, when: "everything is allowed and it is denied" },
    { tools: set([], []), tool: "sql", available: false, when: "nothing is allowed" },
    { tools: set(["sql"], []), tool: "sql", available: true, when: "it is named" },
    { tools: set(["mcp/git/*"], []), tool: "mcp/git/log", available: true, when: "its server is" },
    {
      tools: set(["mcp/git/*"], ["mcp/git/log"]),
      tool: "mcp/git/log",
      available: false,
      when: "its server is, and it is denied",
    },
    {
      tools: set(["mcp/git/log"], ["mcp/git/*"]),
      tool: "mcp/git/log",
      available: false,
      when: "it is named, and its server is denied",
    },
    { tools: set(["mcp/git/*"], []), tool: "mcp/github/log", available: false, when: "another server is named" },
    { tools: set(["*"], []), tool: "sql", available: false, when: "a star is no wildcard" },
  ])("$available for $tool when $when", ({ tools, tool, available }) => {
    expect(isAvailable(tools, tool)).toBe(available);
  });
});

describe("a request that loses nothing shares the outer list, so that deep nesting costs no copies", () => {
  test.each([
    [["sql", "think"], ["think", "sql"], true],
    [["mcp/git/log", "mcp/git/show"], ["mcp/git/*"], true],
    [["mcp/git/log", "mcp/git/show"], ["mcp/git/*", "mcp/git/log"], true],
    [["mcp/git/*"], ["mcp/git/*"], true],
    [["sql", "think"], ["sql"], false],
    [["mcp/git/*"], ["mcp/git/log"], false],
    [["mcp/git/log", "sql"], ["mcp/git/*"], false],
  ])("%j narrowed to %j: %s", (allowed, allow, isShared) => {
    const outer = set(allowed, []);
    expect(grants(outer, { allow, deny: [], name: null }) === outer.allowed).toBe(isShared);
  });
});

function set(allowed: readonly string[] | null, denied: readonly string[]): ToolSet {
  return { allowed: allowed && new Set(allowed), denied: new Set(denied) };
}
