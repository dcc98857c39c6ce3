import { fileURLToPath } from "node:url";
import type { AgentEvent, ToolSet } from "@agent-markup/core";
import { expect, test } from "vitest";
import { scriptedSession } from "../testing/scripted-session.ts";

/** A server that has the tools `echo` and others. */
const server = fileURLToPath(new URL("../../../core/src/tools/mcp/fixtures/server.mjs", import.meta.url));
const echoOnly: ToolSet = { allowed: new Set(["mcp/notes/echo"]), denied: new Set() };
const call = (tool: string) => ({ mcp_call: { server: "notes", tool, arguments: { text: "hello" }, id: tool } });

function outcomes(events: readonly AgentEvent[]) {
  return events.flatMap((event) => (event.type === "tool_update" ? [[event.id, event.status, event.output]] : []));
}

test("an agent has of a server the tools that its constraint leaves, and no others", async () => {
  const mcpServers = [{ name: "notes", command: process.execPath, args: [server] }];
  const rig = await scriptedSession(
    { turns: [{ steps: [call("echo"), call("sum"), { mcp_line: { server: "notes", line: "{" } }] }] },
    { tools: echoOnly, configuration: { mcpServers } },
  );
  const { text } = await rig.prompt();
  expect(outcomes(rig.events)).toEqual([
    ["echo", "completed", "hello"],
    ["sum", "failed", "the tool sum may not be used here"],
  ]);
  expect(JSON.parse(text)).toMatchObject({ error: { code: -32700 } });
});

test("a server that cannot be started is told as it would be without the constraint", async () => {
  const mcpServers = [{ name: "notes", command: "/nowhere/server" }];
  const rig = await scriptedSession(
    { turns: [{ steps: [call("echo")] }] },
    { tools: echoOnly, configuration: { mcpServers } },
  );
  await rig.prompt();
  expect(outcomes(rig.events)).toEqual([["echo", "failed", "the server has ended: exit status 1"]]);
});
