import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { createPermissionPolicy } from "@agent-markup/core";
import { client, methods, ndJsonStream, type SessionUpdate } from "@agentclientprotocol/sdk";
import { describe, expect, it, onTestFinished } from "vitest";
import type { AgentConfiguration } from "../configuration.ts";
import { scriptedProfile } from "../profiles/scripted.ts";
import { scriptedAgentEntry } from "../scripted-agent-entry.ts";
import { folder, openRig, type RigOptions } from "../testing/scripted-session.ts";

const configuration: AgentConfiguration = {
  command: [process.execPath, fileURLToPath(new URL("fixtures/sdk-agent.mjs", import.meta.url))],
  profile: { ...scriptedProfile, asking: { by: "mode", mode: "ask" } },
  model: "large",
  mcpServers: [
    { name: "git", command: "git-mcp", env: { A: "1" } },
    { name: "web", type: "http", url: "https://example.com/mcp", headers: { "X-Key": "k" } },
  ],
};

const open = (options: RigOptions = {}) => openRig(configuration, folder(), options);

describe("what we send, read by the official library's agent", () => {
  it.each([
    ["allow_once", "y"],
    ["deny", "n"],
  ] as const)(
    "is in the schema: handshake, session, mode, model, prompt, and the answer of %s",
    async (policy, chosen) => {
      const rig = await open({ policy: createPermissionPolicy(policy) });
      const outcome = await rig.prompt("hello");
      expect(outcome).toMatchObject({
        result: "completed",
        text: `you prompted hello and chose ${chosen}`,
        modes: { start: "ask", end: "ask" },
      });
      await rig.session.close();
      expect(rig.lines.filter(({ text }) => text.includes('"error"'))).toEqual([]);
    },
  );

  it("is in the schema: a cancel", async () => {
    const caller = new AbortController();
    const rig = await open({ host: { event: (event) => void (event.type === "plan" && caller.abort()) } });
    expect(await rig.session.prompt("hang", caller.signal)).toMatchObject({ result: "cancelled", text: "hanging" });
  });
});

describe("what the scripted agent sends, read by the official library's client", () => {
  it("is in the schema", async () => {
    const script = join(folder(), "script.json");
    const steps = [
      { message: { text: "hi", messageId: "m" } },
      { thought: "hm" },
      { plan: ["one"] },
      { tool_call: { id: "c", title: "ls", kind: "execute", tool: "bash", input: { command: "ls" } } },
      { permission: { id: "c", allowed: [{ tool_update: { id: "c", status: "completed", output: "files" } }] } },
      { mode: "auto" },
      { done: "listed" },
    ];
    const choice = { current: "a", available: ["a", "b"] };
    writeFileSync(script, JSON.stringify({ agent: { modes: choice, models: choice }, turns: [{ steps }] }));
    const child = spawn(process.execPath, [scriptedAgentEntry(), "--script", script], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill());

    const updates: SessionUpdate[] = [];
    const reply = await client({ name: "test" })
      .onNotification(methods.client.session.update, ({ params }) => void updates.push(params.update))
      .onRequest(methods.client.session.requestPermission, () => ({
        outcome: { outcome: "selected", optionId: "allow-once" },
      }))
      .connectWith(ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout)), async (agent) => {
        await agent.request(methods.agent.initialize, { protocolVersion: 1 });
        const { sessionId } = await agent.request(methods.agent.session.new, { cwd: "/", mcpServers: [] });
        await agent.request(methods.agent.session.setConfigOption, { sessionId, configId: "model", value: "b" });
        return agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: "text", text: "go" }] });
      });
    expect(reply.stopReason).toBe("end_turn");
    expect(updates.map(({ sessionUpdate }) => sessionUpdate)).toEqual([
      "agent_message_chunk",
      "agent_thought_chunk",
      "plan",
      "tool_call",
      "tool_call_update",
      "current_mode_update",
      "agent_message_chunk",
    ]);
  });
});
