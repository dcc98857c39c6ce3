import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";

/** The built command, as an agent's configuration would start it. */
export const command = fileURLToPath(new URL("../../../cli/dist/aml.js", import.meta.url));

/** What a tool said: its text, its data, and whether it was an error. */
export interface Said {
  readonly text: string;
  readonly data: Record<string, unknown>;
  readonly isError: boolean;
}

export interface Connection {
  readonly pid: number;
  /** Calls a tool with whatever arguments. */
  call(tool: string, input?: Record<string, unknown>): Promise<Said>;
  tools(): ReturnType<Client["listTools"]>;
  /** Ends the server's standard input, and resolves when the server has ended. */
  close(): Promise<void>;
  /** Sends a signal, and resolves when the server has ended. */
  kill(signal: "SIGKILL" | "SIGTERM"): Promise<void>;
}

/** A project of its own that `aml mcp` serves. */
export interface ServedProject {
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  connect(...args: readonly string[]): Promise<Connection>;
  /** The same, with more in the server's environment. */
  connectWith(environment: Readonly<Record<string, string>>): Promise<Connection>;
  /** Runs `aml` as a person would, and gives what it printed. */
  aml(...args: readonly string[]): { readonly status: number | null; readonly stdout: string; readonly stderr: string };
  /** The statuses of all runs, newest first. */
  runs(): readonly { readonly run: string; readonly status: string }[];
  events(run: string): readonly { readonly type: string; readonly data: Record<string, unknown> }[];
}

export function servedProject(files: Readonly<Record<string, string>> = {}): ServedProject {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "aml-mcp-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, text] of Object.entries({ "aml.config.json": "{}", ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const environment = { PATH: process.env.PATH ?? "", HOME: root, XDG_CONFIG_HOME: join(root, ".user"), NO_COLOR: "1" };
  const aml = (...args: readonly string[]) =>
    spawnSync(process.execPath, [command, ...args], { cwd: root, env: environment, encoding: "utf8" });
  return {
    root,
    environment,
    aml,
    connect: (...args) => connect(root, environment, args),
    connectWith: (more) => connect(root, { ...environment, ...more }, []),
    runs: () => {
      const { status, stdout, stderr } = aml("status", "--json");
      if (status !== 0) throw new Error(stderr);
      return JSON.parse(stdout).runs;
    },
    events: (run) =>
      aml("log", run, "--json")
        .stdout.trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
  };
}

async function connect(cwd: string, env: Record<string, string>, args: readonly string[]): Promise<Connection> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command, "mcp", ...args],
    cwd,
    env,
    stderr: "pipe",
  });
  const client = new Client({ name: "test", version: "1" });
  const ended = new Promise<void>((resolve) => {
    client.onclose = () => resolve();
  });
  await client.connect(transport);
  const { pid } = transport;
  if (pid === null) throw new Error("the server has not started");
  onTestFinished(() => client.close());
  return {
    pid,
    tools: () => client.listTools(),
    async call(name, input = {}) {
      const result = await client.callTool({ name, arguments: input });
      const text = result.content.map((block) => (block.type === "text" ? block.text : "")).join("");
      return { text, data: dataOf(result.structuredContent), isError: result.isError === true };
    },
    async close() {
      await client.close();
      await ended;
    },
    async kill(signal) {
      process.kill(pid, signal);
      await ended;
    },
  };
}

function dataOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
