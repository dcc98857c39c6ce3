import { expect, it } from "vitest";
import { scriptedSession } from "../testing/scripted-session.ts";

const answering = `
  process.stdin.setEncoding("utf8").on("data", (lines) => {
    for (const line of lines.trim().split("\\n")) {
      const { id, method, params } = JSON.parse(line);
      if (method === "initialize") process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result: {} }) + "\\n");
      if (method !== "tools/call") continue;
      const text = process.env.GREETING + " " + params.name;
      process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text }] } }) + "\\n");
    }
  });`;

const server = (name: string, code: string) => ({
  name,
  command: process.execPath,
  args: ["-e", code],
  env: { GREETING: "hello" },
});

it.each([
  ["that answers", server("s", answering), "completed", "hello t"],
  ["that ends", server("s", "process.exit(3)"), "failed", "the server has ended: exit status 3"],
  ["that was not given", server("other", answering), "failed", "Error: the session was given no server s"],
  ["that cannot be started", { name: "s", command: "/nowhere/server" }, "failed", /^the server was not started: /],
])("a call to a server %s tells its outcome", async (_, given, status, output) => {
  const script = { turns: [{ steps: [{ mcp_call: { server: "s", tool: "t" } }] }] };
  const rig = await scriptedSession(script, { configuration: { mcpServers: [given] } });
  expect(await rig.prompt()).toMatchObject({ result: "completed" });
  expect(rig.events).toContainEqual(
    expect.objectContaining({ type: "tool_update", id: "s/t", status, output: expect.stringMatching(output) }),
  );
});

it("a call that is asked for and refused is not made", async () => {
  const call = { server: "s", tool: "t", asks: true, failed: [{ message: "refused" }] };
  const rig = await scriptedSession(
    { turns: [{ steps: [{ mcp_call: call }] }] },
    {
      tools: { allowed: new Set(["mcp/s/u"]), denied: new Set() },
      configuration: { mcpServers: [server("s", answering)] },
    },
  );
  expect(await rig.prompt()).toMatchObject({ text: "refused", permissions: { denied: 1 } });
});
