import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { ReadBuffer, serializeMessage, type Transport } from "@modelcontextprotocol/client";
import { captureOutput } from "../../process/capture.ts";
import { endProcess } from "../../process/end.ts";
import { environmentOf } from "../../process/environment.ts";
import { type RunningProcess, spawnCommand } from "../../process/spawn.ts";
import { ToolError } from "../tool-error.ts";
import type { McpServer } from "./configuration.ts";
import type { McpSurroundings } from "./connection.ts";
import { valuesWithVariables, withVariables } from "./variables.ts";

/** How long a server may take to end by itself once its input has ended. */
const graceMs = 1_000;
/** How long its last words may take to arrive after that. */
const drainMs = 200;
const errorBytes = 16 * 1024;

export interface StdioTransport {
  readonly transport: Transport;
  /** How the server ended, with the last line of its error output; null while it runs. */
  ending(): Promise<string | null>;
}

/**
 * Messages as lines over a process of ours. Not the client package's own, whose processes bear no marker, are in our
 * process group, and leave behind what they started (agents.md 6).
 */
export async function stdioTransport(
  server: Extract<McpServer, { type: "stdio" }>,
  { workspace, marker, environment }: McpSurroundings,
): Promise<StdioTransport> {
  const started = await spawnCommand({
    file: withVariables(server.command, process.env),
    args: server.args.map((argument) => withVariables(argument, process.env)),
    cwd: workspace,
    environment: environmentOf({
      inherited: process.env,
      allow: environment,
      values: valuesWithVariables(server.env, process.env),
    }),
    marker,
  });
  if (!started.ok) throw new ToolError("not-started", started.error.message);
  const running = started.process;
  const stderr = captureOutput(running.stderr, errorBytes);
  const transport = transportOver(running);
  return {
    transport,
    async ending() {
      if (!running.hasExited()) return null;
      const { exitCode, signal } = await running.exited;
      await Promise.race([stderr.ended, delay(drainMs)]);
      const last = stderr.output().text.trimEnd().split("\n").at(-1) ?? "";
      const how = signal === null ? `it ended with exit status ${exitCode}` : `it was ended by ${signal}`;
      return last === "" ? how : `${how}: ${last}`;
    },
  };
}

function transportOver(running: RunningProcess): Transport {
  const lines = new ReadBuffer();
  let closing: Promise<void> | null = null;
  const transport: Transport = {
    async start() {
      running.stdout.on("data", (chunk: Buffer) => {
        try {
          lines.append(chunk);
        } catch (error) {
          // A line without end: nothing that follows can be told apart.
          transport.onerror?.(asError(error));
          transport.close().catch((fault: unknown) => transport.onerror?.(asError(fault)));
          return;
        }
        deliver(transport, lines);
      });
      running.exited
        // Its last answer may still be on its way; a child of it may hold the pipe open for ever.
        .then(() => Promise.race([once(running.stdout, "close"), delay(drainMs)]))
        .then(() => transport.onclose?.())
        .catch((error: unknown) => transport.onerror?.(asError(error)));
    },
    async send(message) {
      if (running.hasExited()) throw new Error("the server has ended");
      running.stdin.write(serializeMessage(message));
    },
    close() {
      closing ??= end(running).finally(() => transport.onclose?.());
      return closing;
    },
  };
  return transport;
}

/** A line that is no message is told and passed over: some servers print greetings. */
function deliver(transport: Transport, lines: ReadBuffer): void {
  for (;;) {
    try {
      const message = lines.readMessage();
      if (message === null) return;
      transport.onmessage?.(message);
    } catch (error) {
      transport.onerror?.(asError(error));
    }
  }
}

async function end(running: RunningProcess): Promise<void> {
  running.stdin.end();
  const { survivors } = await endProcess(running, { graceMs });
  for (const stream of [running.stdin, running.stdout, running.stderr]) stream.destroy();
  if (survivors.length > 0)
    throw new ToolError("failed", `processes of an MCP server could not be ended: ${survivors.join(", ")}`);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
