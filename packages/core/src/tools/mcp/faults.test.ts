import { describe, expect, test } from "vitest";
import { everyTool, type ToolSet } from "../../5-authorise/tool-set.ts";
import { sourceFile } from "../../text/source-file.ts";
import { readMcpConfiguration } from "./configuration.ts";
import { faultFor, standingOf } from "./faults.ts";

const only = (...allowed: string[]): ToolSet => ({ allowed: new Set(allowed), denied: new Set() });
const without = (...denied: string[]): ToolSet => ({ allowed: null, denied: new Set(denied) });

describe("how a constraint stands to the tools of a server", () => {
  test.each<[string, ToolSet, string | null, ReturnType<typeof standingOf>]>([
    ["no constraint", everyTool, "git", "open"],
    ["all of its tools allowed", only("mcp/git/*"), "git", "named"],
    ["one of its tools allowed", only("view", "mcp/git/log"), "git", "named"],
    ["none of its tools allowed", only("view"), "git", "excluded"],
    ["another server with a longer name allowed", only("mcp/github/*"), "git", "excluded"],
    ["all of its tools denied", without("mcp/git/*"), "git", "excluded"],
    ["one of its tools denied", without("mcp/git/push"), "git", "open"],
    ["allowed and denied", { allowed: new Set(["mcp/git/*"]), denied: new Set(["mcp/git/*"]) }, "git", "excluded"],
    ["of any server, with a tool of one", only("mcp/github/list"), null, "named"],
    ["of any server, with none", only("bash"), null, "excluded"],
    ["of any server, all but one", without("mcp/git/*"), null, "open"],
  ])("%s", (_, tools, server, standing) => {
    expect(standingOf(tools, server)).toBe(standing);
  });
});

describe("a fault in the configuration is never passed over", () => {
  const faultsIn = (text: string, tools: ToolSet) =>
    readMcpConfiguration(sourceFile({ file: ".mcp.json", text }))
      .faults.flatMap((fault) => faultFor(fault, tools))
      .map(({ code, severity, start }) => `${severity} ${code} at ${start.line}`);
  const broken = '{ "mcpServers": {\n"git": { "type": "sse", "url": "http://localhost/" },\n"web": {} } }';

  test("for an agent that would be given every server it is a warning", () => {
    expect(faultsIn(broken, everyTool)).toEqual(["warning AML5112 at 2", "warning AML5112 at 3"]);
    expect(faultsIn("{", everyTool)).toEqual(["warning AML5112 at 1"]);
  });

  test("for one whose constraint names tools of that server it is an error", () => {
    expect(faultsIn(broken, only("mcp/git/log"))).toEqual(["error AML5120 at 2"]);
    expect(faultsIn("{", only("mcp/git/log"))).toEqual(["error AML6101 at 1"]);
  });

  test("for one that may use none of its tools there is nothing to say", () => {
    expect(faultsIn(broken, only("view"))).toEqual([]);
    expect(faultsIn(broken, without("mcp/git/*"))).toEqual(["warning AML5112 at 3"]);
  });
});
