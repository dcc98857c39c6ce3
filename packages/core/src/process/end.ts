import { setTimeout as delay } from "node:timers/promises";
import { errorCode } from "./error-code.ts";
import { commandBearers, runBearers } from "./marker.ts";
import {
  ancestorsOf,
  isAlive,
  type ProcessEntry,
  type ProcessTable,
  processTable,
  sessionMembers,
  withDescendants,
} from "./process-table.ts";
import type { RunningProcess } from "./spawn.ts";

export interface EndOptions {
  /** How long processes may go on before they are signalled at all; none by default. */
  readonly graceMs?: number;
  /** How long processes may take to end by themselves after SIGTERM. */
  readonly terminateMs?: number;
  /** How long the system may take to end them after SIGKILL. */
  readonly killMs?: number;
}

export interface EndReport {
  /** Processes that did not end by themselves. */
  readonly signalled: readonly number[];
  /** Those that are still there: of another user, or stuck in the system. */
  readonly survivors: readonly number[];
}

/** Who is to be ended, looked up anew before each signal: a tree grows and its branches move while it ends. */
type Search = (table: ProcessTable, entries: ReadonlyMap<number, ProcessEntry>) => readonly ProcessEntry[];

interface Targets {
  readonly processes: ReadonlyMap<number, ProcessEntry>;
  /** Groups that hold this process or one above it. */
  readonly sparedGroups: ReadonlySet<number>;
}

/**
 * Ends a command and everything it started: SIGTERM to its group and every descendant's, a wait, SIGKILL, and the same
 * for what left the tree but bears its marker (agents.md 6). Closing stdin and waiting before that is the caller's.
 */
export function endProcess(running: RunningProcess, options: EndOptions = {}): Promise<EndReport> {
  return end((table, entries) => {
    const session = running.hasExited()
      ? running.leftBehind().filter((entry) => isAlive(entry, entries.get(entry.pid)))
      : sessionMembers(running.pid, entries);
    return [...session, ...commandBearers(running.commandMarker, table, entries)];
  }, options);
}

export interface SweepOptions extends EndOptions {
  /**
   * Whether the run's processes may still be ended, asked after each look at them: whoever takes the run up meanwhile
   * starts none before that can be told.
   */
  readonly isAbandoned?: () => boolean;
}

/** Ends every process that bears a run's marker: the leftovers of a runtime that was killed (agents.md 6). */
export function sweepMarker(
  run: string,
  { isAbandoned = () => true, ...options }: SweepOptions = {},
): Promise<EndReport> {
  return end((table, entries) => {
    const found = runBearers(run, table, entries);
    return isAbandoned() ? found : [];
  }, options);
}

async function end(search: Search, options: EndOptions): Promise<EndReport> {
  const { graceMs = 0, terminateMs = 2_000, killMs = 2_000 } = options;
  const known = new Map<string, ProcessEntry>();
  const signalled = new Set<number>();
  const find = () => livingTargets(search, known);
  for (const [limitMs, signal] of [
    [graceMs, null],
    [terminateMs, "SIGTERM"],
    [killMs, "SIGKILL"],
  ] as const) {
    const deadline = performance.now() + limitMs;
    // Again as long as new ones turn up: a dying shell may start one more.
    while (performance.now() < deadline) {
      const targets = find();
      if (targets.processes.size === 0) return { signalled: [...signalled], survivors: [] };
      if (signal !== null) for (const pid of signalAll(targets, signal)) signalled.add(pid);
      await gone([...targets.processes.values()], deadline);
    }
  }
  return { signalled: [...signalled], survivors: [...find().processes.keys()] };
}

async function gone(processes: readonly ProcessEntry[], deadline: number): Promise<void> {
  const table = processTable();
  let left = processes;
  for (let pause = 1; performance.now() < deadline; pause = Math.min(pause * 2, 50)) {
    left = left.filter((entry) => isAlive(entry, table.entry(entry.pid)));
    if (left.length === 0) return;
    await delay(pause);
  }
}

/** What is found now or was known and is still alive, with everything below; never this process or one above it. */
function livingTargets(search: Search, known: Map<string, ProcessEntry>): Targets {
  const table = processTable();
  const entries = table.entries();
  const spared = ancestorsOf(process.pid, entries);
  const roots = [...search(table, entries), ...known.values()].filter(
    (root) => !spared.has(root.pid) && isAlive(root, entries.get(root.pid)),
  );
  const processes = new Map([...withDescendants(roots, entries)].filter(([pid]) => !spared.has(pid)));
  for (const entry of processes.values()) known.set(`${entry.pid} ${entry.started}`, entry);
  return { processes, sparedGroups: new Set([...spared].flatMap((pid) => entries.get(pid)?.group ?? [])) };
}

/** By group where its leader is one of ours and alive, since only then the number is surely ours; else one by one. */
function signalAll({ processes, sparedGroups }: Targets, signal: NodeJS.Signals): Iterable<number> {
  const isOurs = (group: number) => processes.get(group)?.group === group && !sparedGroups.has(group);
  for (const { pid, group } of processes.values()) {
    if (!isOurs(group)) send(pid, signal);
    else if (pid === group) send(-group, signal);
  }
  return processes.keys();
}

/** Gone already, or another user's: who is still there is found out by looking, not from this call. */
function send(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch (error) {
    if (!["ESRCH", "EPERM"].includes(errorCode(error))) throw error;
  }
}
