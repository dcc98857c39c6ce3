import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { field } from "./field.ts";

export interface McpAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** A server that the agent was given, started when it is first used, as agents do. */
export interface McpClient {
  call(tool: string, input: unknown): Promise<McpAnswer>;
  /** A line as it is; resolves with the next line that answers no call of ours. */
  line(line: string): Promise<string>;
  /** Resolves when its process has ended. */
  kill(): Promise<void>;
}

/** `server` as `session/new` describes it. */
export function mcpClient(server: unknown, cwd: string): McpClient {
  const args = field(server, "args");
  const child = spawn(String(field(server, "command")), Array.isArray(args) ? args.map(String) : [], {
    cwd,
    env: { ...process.env, ...environmentOf(field(server, "env")) },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const waiting = new Map<unknown, (message: unknown) => void>();
  const strays: ((line: string) => void)[] = [];
  const ended = endOf(child);
  let nextId = 0;

  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = parsed(line);
    const settle = waiting.get(field(message, "id"));
    waiting.delete(field(message, "id"));
    if (settle === undefined) strays.shift()?.(line);
    else settle(message);
  });
  // That it has ended is told by `ended`.
  child.stdin.on("error", () => {});
  const ask = (method: string, params: unknown): Promise<unknown> => {
    const id = nextId++;
    const answer = new Promise((resolve) => waiting.set(id, resolve));
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return Promise.race([answer, ended.then((how) => ({ error: { message: how } }))]);
  };
  const initialized = ask("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "scripted-agent", version: "1" },
  }).then(() => child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n'));

  return {
    async call(name, input) {
      await initialized;
      const answer = await ask("tools/call", { name, arguments: input });
      const error = field(answer, "error");
      if (error !== undefined) return { text: String(field(error, "message")), isError: true };
      const result = field(answer, "result");
      return { text: textOf(field(result, "content")), isError: field(result, "isError") === true };
    },
    async line(line) {
      await initialized;
      const stray = new Promise<string>((resolve) => strays.push(resolve));
      child.stdin.write(`${line}\n`);
      return Promise.race([stray, ended]);
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Nothing for a greeting, as some servers print. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", ({ message }) => resolve(`the server was not started: ${message}`));
    child.once("exit", (code, signal) => resolve(`the server has ended: ${signal ?? `exit status ${code}`}`));
  });
}

function environmentOf(values: unknown): Record<string, string> {
  if (!Array.isArray(values)) return {};
  return Object.fromEntries(values.map((entry) => [String(field(entry, "name")), String(field(entry, "value"))]));
}

function textOf(content: unknown): string {
  return Array.isArray(content) ? content.map((block) => String(field(block, "text") ?? "")).join("") : "";
}
