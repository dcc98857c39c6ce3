import { setTimeout as delay } from "node:timers/promises";
import { type CapturedOutput, captureOutput } from "../process/capture.ts";
import { type EndReport, endProcess } from "../process/end.ts";
import type { Exit, RunningProcess } from "../process/spawn.ts";
import type { ToolFailure } from "./tool.ts";

/** How long what a command left running may take to end by itself (a `tee` that drains its pipe). */
const graceMs = 500;
/** How long output may stay open after every process that is known of has ended. */
const drainMs = 500;
const maxTimerMs = 2 ** 31 - 1;

export interface ProcessLimits {
  readonly outputLimit: number;
  readonly timeoutMs?: number;
  readonly signal: AbortSignal;
}

export interface ProcessOutcome {
  readonly exit: Exit;
  readonly stdout: CapturedOutput;
  readonly stderr: CapturedOutput;
  /** What ended it, when it did not end by itself. */
  readonly endedBy: "timeout" | "abort" | null;
  readonly warnings: readonly string[];
}

/** Waits for a process within its limits, then ends everything it left behind: no orphan is the promise (agents.md 6). */
export async function untilEnded(running: RunningProcess, limits: ProcessLimits): Promise<ProcessOutcome> {
  const stdout = captureOutput(running.stdout, limits.outputLimit);
  const stderr = captureOutput(running.stderr, limits.outputLimit);
  const endedBy = await exitOrLimit(running, limits);
  const report = await endProcess(running, { graceMs: endedBy === null ? graceMs : 0 });
  const exit = report.survivors.includes(running.pid) ? { exitCode: null, signal: null } : await running.exited;
  await Promise.race([Promise.all([stdout.ended, stderr.ended]), delay(drainMs)]);
  for (const stream of [running.stdin, running.stdout, running.stderr]) stream.destroy();
  return {
    exit,
    stdout: stdout.output(),
    stderr: stderr.output(),
    endedBy,
    warnings: processWarnings(report, endedBy),
  };
}

/** Why a process was ended by a limit; null when it ended by itself. */
export function limitFailure(endedBy: ProcessOutcome["endedBy"], { timeoutMs }: ProcessLimits): ToolFailure | null {
  switch (endedBy) {
    case "abort":
      return { code: "aborted", message: "the run was stopped" };
    case "timeout":
      return { code: "timeout", message: `the time limit of ${timeoutMs} ms passed` };
    case null:
      return null;
  }
}

/** How a process ended that should not have ended like that, with the line of its error output that tells most. */
export function exitFailure({ exitCode, signal }: Exit, stderrLine: string): ToolFailure {
  const how = signal === null ? `exit status ${exitCode}` : `ended by ${signal}`;
  return { code: "failed", message: stderrLine === "" ? how : `${how}: ${stderrLine}` };
}

function exitOrLimit(
  running: RunningProcess,
  { timeoutMs, signal }: ProcessLimits,
): Promise<"timeout" | "abort" | null> {
  return new Promise((resolve, reject) => {
    const onAbort = () => settle("abort");
    const settle = (endedBy: "timeout" | "abort" | null) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      resolve(endedBy);
    };
    // A timer for longer than it can count would fire at once.
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => settle("timeout"), Math.min(timeoutMs, maxTimerMs));
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) settle("abort");
    running.exited.then(() => settle(null), reject);
  });
}

function processWarnings({ signalled, survivors }: EndReport, endedBy: ProcessOutcome["endedBy"]): string[] {
  const warnings: string[] = [];
  if (endedBy === null && signalled.length > 0) {
    warnings.push(
      `${signalled.length === 1 ? "a process" : `${signalled.length} processes`} that it left running: ended`,
    );
  }
  if (survivors.length > 0) warnings.push(`processes that could not be ended: ${survivors.join(", ")}`);
  return warnings;
}
