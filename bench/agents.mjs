import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { createAcpAgents, scriptedAgentEntry } from "@agent-markup/acp";
import { client, methods, ndJsonStream } from "@agentclientprotocol/sdk";

/**
 * An open session that takes one prompt after the other.
 * @typedef {object} OpenSession
 * @property {(text: string) => Promise<void>} prompt fails unless the turn ends as an agent's turn should
 * @property {() => Promise<void>} close
 */

/**
 * The scripted agent's command, playing a script.
 * @param {string} folder
 * @param {unknown} script
 */
export function scriptedAgent(folder, script) {
  const file = join(folder, "script.json");
  writeFileSync(file, JSON.stringify(script));
  return [process.execPath, scriptedAgentEntry(), "--script", file];
}

/**
 * Our own session of an agent, with a host that decides and keeps what it is told.
 * @param {readonly string[]} command
 * @param {string} cwd
 * @param {import("@agent-markup/core").SessionHost} host
 * @returns {Promise<OpenSession>}
 */
export async function ownSession(command, cwd, host) {
  const { signal } = new AbortController();
  const tools = { allowed: null, denied: new Set() };
  const agents = createAcpAgents({ agents: { scripted: { command, profile: "scripted" } } });
  const session = await agents.open(
    { agent: "scripted", cwd, tools, policy: "allow_once", marker: `bench-${process.pid}`, signal },
    host,
  );
  return {
    async prompt(text) {
      const { result, error } = await session.prompt(text, signal);
      if (result !== "completed") throw new Error(`the turn ended as ${result}: ${error}`);
    },
    close: () => session.close(),
  };
}

/**
 * The least that a client of the official SDK can be: it counts the updates, and allows once what it is asked.
 * @param {readonly string[]} command
 * @param {string} cwd
 * @returns {Promise<OpenSession>}
 */
export async function bareSession([file = "", ...args], cwd) {
  const child = spawn(file, args, { cwd, stdio: ["pipe", "pipe", "inherit"] });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  let updates = 0;
  const connection = client({ name: "bench" })
    .onNotification(methods.client.session.update, () => void updates++)
    .onRequest(methods.client.session.requestPermission, () => ({
      outcome: { outcome: "selected", optionId: "allow-once" },
    }))
    .connect(ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout)));
  const { agent } = connection;
  await agent.request(methods.agent.initialize, { protocolVersion: 1 });
  const { sessionId } = await agent.request(methods.agent.session.new, { cwd, mcpServers: [] });
  return {
    async prompt(text) {
      const prompt = [/** @type {const} */ ({ type: "text", text })];
      const { stopReason } = /** @type {import("@agentclientprotocol/sdk").PromptResponse} */ (
        await agent.request(methods.agent.session.prompt, { sessionId, prompt })
      );
      if (stopReason !== "end_turn") throw new Error(`the turn ended as ${stopReason}`);
    },
    async close() {
      child.stdin.end();
      await exited;
      connection.close();
    },
  };
}
