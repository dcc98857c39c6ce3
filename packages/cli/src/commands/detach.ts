import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { dirname, relative } from "node:path";
import { newRunId, type RunResult } from "@agent-markup/core";
import { type ExitCode, exitCode, UsageError } from "../exit.ts";
import type { Project } from "../project.ts";
import { logFile } from "../run-files.ts";
import { commandName } from "../terminal/command-name.ts";
import type { Output } from "../terminal/output.ts";

/** The process that the command line was typed to, which waits to hear whether the run has begun. */
export interface Starter {
  began(run: string): void;
  refused(result: RunResult): void;
}

export interface Detached {
  /** Chosen by the starter, since the log is named after it. */
  readonly run: string;
  readonly starter: Starter;
}

type Message = { readonly began: string } | { readonly refused: RunResult };

const runVariable = "AML_DETACHED_RUN";

/** What this process is when `detach` started it; null for one that a person started. */
export function detachedRun(): Detached | null {
  const run = process.env[runVariable];
  if (run === undefined) return null;
  // Its steps and agents are not detached runs.
  delete process.env[runVariable];
  const tell = (message: Message) => {
    // A starter that was stopped hears nothing, and the run goes on without it.
    process.send?.(message, undefined, undefined, () => process.connected && process.disconnect());
  };
  return { run, starter: { began: (id) => tell({ began: id }), refused: (result) => tell({ refused: result }) } };
}

/**
 * `aml run --detach`: the same command in a process and session of its own, which no closing terminal ends. Returns once
 * the run has begun; what it prints goes to its log (spec/detached-run.schema.json).
 */
export async function detach(
  project: Project,
  { json, refused }: { readonly json: boolean; readonly refused: (result: RunResult) => ExitCode },
  output: Output,
): Promise<ExitCode> {
  const run = newRunId();
  const log = logFile(project, run);
  const end = await startDetached(run, log);
  if ("began" in end) {
    const shown = relative(process.cwd(), log);
    // An earlier run, where its plan is gone on with (diagram.md 1).
    const began = end.began;
    if (json) output.result(JSON.stringify({ version: 1, run: began, pid: end.pid, log }));
    else
      output.result(
        `run ${began}   ${commandName()} log ${began} --follow   ${commandName()} cancel ${began}   ${shown}`,
      );
    return exitCode.done;
  }
  const said = readFileSync(log, "utf8");
  rmSync(log);
  if ("refused" in end) return refused(end.refused);
  output.progress(said);
  throw new UsageError(`the run ended before it began (${end.how})`);
}

type DetachedEnd = (Message & { readonly pid: number }) | { readonly how: string };

function startDetached(run: string, log: string): Promise<DetachedEnd> {
  mkdirSync(dirname(log), { recursive: true });
  const descriptor = openSync(log, "a", 0o600);
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    detached: true,
    stdio: ["ignore", descriptor, descriptor, "ipc"],
    env: { ...process.env, [runVariable]: run },
  });
  closeSync(descriptor);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("message", (message: Message) => {
      resolve({ ...message, pid: child.pid ?? 0 });
      if (child.connected) child.disconnect();
      child.unref();
    });
    child.once("exit", (status, signal) => resolve({ how: signal ?? `exit code ${status}` }));
  });
}
