import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, statSync } from "node:fs";
import { type Readable, Writable } from "node:stream";
import { errorCode } from "./error-code.ts";
import { markersOf } from "./marker.ts";
import { inNamespace, type Namespaced } from "./namespace.ts";
import { type ProcessEntry, processTable, sessionMembers } from "./process-table.ts";

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Whole: nothing else is inherited (`environmentOf`). The markers are added. */
  readonly environment: Readonly<Record<string, string>>;
  /** Id of the run, borne by every process of it (agents.md 6). */
  readonly marker: string;
  /** `empty` where there is nothing to read: some programs take a pipe for the input they are to work on. */
  readonly input?: "pipe" | "empty";
  /** `namespace`: in a PID namespace of its own, so that nothing of it can outlive it; an error where that cannot be had. */
  readonly contain?: "namespace";
}

export interface Exit {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface RunningProcess {
  readonly pid: number;
  /** Borne by this process and its descendants only. */
  readonly commandMarker: string;
  /** Leads nowhere when its input is empty. */
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves once the process has ended and is reaped; its output may still be held open by a child. */
  readonly exited: Promise<Exit>;
  hasExited(): boolean;
  /** Processes of its session that were alive when it ended. */
  leftBehind(): readonly ProcessEntry[];
}

export type SpawnErrorCode =
  | "not-found"
  | "not-executable"
  | "no-folder"
  | "too-long"
  | "unsupported"
  | "not-contained"
  | "failed";

/** A command that could not be started: which one, why, and what to do. */
export interface SpawnError {
  readonly code: SpawnErrorCode;
  readonly message: string;
}

export type SpawnResult =
  | { readonly ok: true; readonly process: RunningProcess }
  | { readonly ok: false; readonly error: SpawnError };

/** Starts a command without a shell, in a session and process group of its own (agents.md 4.1 and 6). */
export async function spawnCommand(command: Command): Promise<SpawnResult> {
  if (process.platform === "win32") {
    const message = `${command.file} cannot be run on Windows: use WSL (check, plan and fmt work everywhere)`;
    return { ok: false, error: { code: "unsupported", message } };
  }
  const started = await startedAs(command);
  if (!started.ok) return started;
  const markers = markersOf(command.marker, process.env);
  try {
    const child = spawn(started.file, started.args, {
      cwd: command.cwd,
      env: { ...command.environment, ...markers.variables },
      detached: true,
      stdio: [command.input === "empty" ? "ignore" : "pipe", "pipe", "pipe"],
    });
    if (child.pid === undefined) await once(child, "spawn");
    return { ok: true, process: runningProcess(child, markers.command) };
  } catch (error) {
    return { ok: false, error: spawnError(command, error) };
  }
}

/** A folder that cannot be worked in is told of as such, before a namespace is tried in it. */
async function startedAs(command: Command): Promise<Namespaced> {
  const { file, args, contain, cwd } = command;
  return contain === undefined || folderFault(cwd) !== null ? { ok: true, file, args } : inNamespace(command);
}

function runningProcess(child: ChildProcess, commandMarker: string): RunningProcess {
  const { pid, stdout, stderr } = child;
  const stdin = child.stdin ?? new Writable({ write: (_chunk, _encoding, done) => done() });
  if (pid === undefined || stdout === null || stderr === null) throw new TypeError("the process has no output to read");
  let left: readonly ProcessEntry[] = [];
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once("exit", (exitCode, signal) => {
      try {
        // Now, before the pid can be given to another: afterwards the session's number proves nothing.
        left = sessionMembers(pid, processTable().entries());
        resolve({ exitCode, signal });
      } catch (error) {
        reject(error);
      }
    });
  });
  // A process that ends before it has read its input is no failure of ours: how it ended is told by `exited`.
  stdin.on("error", () => {});
  return {
    pid,
    commandMarker,
    stdin,
    stdout,
    stderr,
    exited,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    leftBehind: () => left,
  };
}

/** ENOENT and EACCES mean the command or its folder: the system does not say which. */
function spawnError({ file, cwd }: Command, error: unknown): SpawnError {
  const code = errorCode(error);
  if (code === "E2BIG")
    return { code: "too-long", message: `${file} was not started: its arguments and environment are too long` };
  const folder = folderFault(cwd);
  if (folder !== null) return { code: "no-folder", message: `${file} cannot run in ${cwd}: ${folder}` };
  if (code === "ENOENT")
    return { code: "not-found", message: `${file} was not found: is it installed, and on the PATH?` };
  if (code === "EACCES") return { code: "not-executable", message: `${file} may not be executed: permission denied` };
  return {
    code: "failed",
    message: `${file} was not started: ${error instanceof Error ? error.message : String(error)}`,
  };
}

function folderFault(folder: string): string | null {
  try {
    const stats = statSync(folder, { throwIfNoEntry: false });
    if (stats === undefined) return "there is no such folder";
    if (!stats.isDirectory()) return "it is not a folder";
    accessSync(folder, constants.X_OK);
    return null;
  } catch (error) {
    return `it may not be entered (${errorCode(error)})`;
  }
}
