import { once } from "node:events";
import {
  AgentError,
  type Command,
  endProcess,
  type Redaction,
  type RunningProcess,
  spawnCommand,
} from "@agent-markup/core";
import type { LineLog } from "../transport/line-log.ts";
import { lineReader } from "../transport/line-reader.ts";
import { within } from "./within.ts";

/** What an agent wrote last on its standard error is often the only explanation of its end. */
const keptErrorLines = 20;
const maxErrorLineBytes = 64 * 1024;
const errorLinesMs = 200;

export interface AgentProcess {
  readonly running: RunningProcess;
  /** How it ended, with the last lines of its standard error; waits a little for an end that is under way. */
  exitMessage(): Promise<string>;
  /** Ends it and all it started; gives those that could not be ended. */
  end(): Promise<readonly number[]>;
}

export interface EndLimits {
  readonly closeMs: number;
  readonly terminateMs: number;
}

/** Starts an agent; its standard error goes to the log line by line (agents.md 4.1). */
export async function startAgent(
  command: Command,
  log: LineLog,
  secrets: Redaction,
  limits: EndLimits,
): Promise<AgentProcess> {
  const spawned = await spawnCommand(command);
  if (!spawned.ok) throw new AgentError("not_started", spawned.error.message);
  const running = spawned.process;
  const { lastLines, ended } = readErrorLines(running, log, secrets);
  return {
    running,
    async exitMessage() {
      const exit = await within(limits.closeMs, running.exited);
      const how =
        exit === undefined
          ? "the agent closed its output"
          : exit.signal === null
            ? `the agent exited with status ${exit.exitCode}`
            : `the agent was ended by ${exit.signal}`;
      // What it wrote last may still be on its way; a child of it may hold the pipe open for ever.
      if (exit !== undefined) await within(errorLinesMs, ended);
      return lastLines.length === 0 ? how : `${how}; it last wrote: ${lastLines.join("\n")}`;
    },
    async end() {
      running.stdin.end();
      const { closeMs: graceMs, terminateMs } = limits;
      const { survivors } = await endProcess(running, { graceMs, terminateMs });
      return survivors;
    },
  };
}

function readErrorLines(running: RunningProcess, log: LineLog, secrets: Redaction) {
  const lastLines: string[] = [];
  const add = (text: string) => {
    log.add("stderr", text);
    lastLines.push(secrets.text(text));
    if (lastLines.length > keptErrorLines) lastLines.shift();
  };
  const reader = lineReader({
    maxLineBytes: maxErrorLineBytes,
    line: add,
    tooLong: () => add(`[a line of more than ${maxErrorLineBytes} bytes was left out]`),
  });
  running.stderr.on("data", (chunk: Buffer) => reader.push(chunk));
  const ended = once(running.stderr, "close").then(() => reader.end());
  return { lastLines, ended };
}
