import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, vi } from "vitest";
import { commandsIn } from "./processes.ts";

export const repository = fileURLToPath(new URL("../..", import.meta.url));
const command = join(repository, "packages/cli/dist/aml.js");

export interface Finished {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Started {
  readonly child: ChildProcess;
  /** Resolves when stdout or stderr has shown the text; rejects with what was shown when the process ends first. */
  shows(text: string): Promise<void>;
  readonly finished: Promise<Finished>;
}

/** A folder of its own with a user directory of its own, in which `aml` is run as a person would. */
export interface TestProject {
  readonly root: string;
  path(name: string): string;
  write(name: string, text: string | Uint8Array): string;
  read(name: string): string;
  /** Copies a folder of the repository to the same place in the project. */
  copy(name: string): void;
  aml(...args: readonly string[]): Finished;
  amlWith(environment: Record<string, string>, ...args: readonly string[]): Finished;
  /** From a folder of the project. */
  amlIn(folder: string, ...args: readonly string[]): Finished;
  /** With this on its standard input. */
  pipe(input: string | Uint8Array, ...args: readonly string[]): Finished;
  /** As a user whom file permissions bind: root is not, so that root becomes `nobody`. */
  amlUnprivileged(...args: readonly string[]): Finished;
  start(environment: Record<string, string>, ...args: readonly string[]): Started;
}

/** Has something done when a test has finished; a test that runs beside others must give its own. */
type OnFinished = (clean: () => void | Promise<void>) => void;

/** Makes a project; it is removed when the test has finished. */
export function testProject(files: Record<string, string> = {}, onFinished: OnFinished = onTestFinished): TestProject {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "aml-test-")));
  onFinished(async () => {
    // Also after tests that kill: no process is left (agents.md 6). One that was killed takes a moment to go.
    await vi.waitFor(() => expect(commandsIn(root), "processes left behind").toEqual([]), { timeout: 5_000 });
    rmSync(root, { recursive: true, force: true });
  });
  const project: TestProject = {
    root,
    path: (name) => join(root, name),
    write(name, text) {
      const file = join(root, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    },
    read: (name) => readFileSync(join(root, name), "utf8"),
    copy: (name) =>
      cpSync(join(repository, name), join(root, name), {
        recursive: true,
        // What the example itself wrote when somebody ran it in this clone.
        filter: (source) => !/[\\/]examples[\\/][^\\/]+[\\/]out$/.test(source),
      }),
    aml: (...args) => project.amlWith({}, ...args),
    amlWith: (environment, ...args) => finishAml(root, environment, args),
    amlIn: (folder, ...args) => finishAml(root, {}, args, { cwd: join(root, folder) }),
    pipe: (input, ...args) => finishAml(root, {}, args, { input }),
    amlUnprivileged(...args) {
      chmodSync(root, statSync(root).mode | 0o055);
      return finishAml(root, {}, args, process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {});
    },
    start: (environment, ...args) => startAml(root, environment, args, onFinished),
  };
  project.write("aml.config.json", "{}");
  for (const [name, text] of Object.entries(files)) project.write(name, text);
  return project;
}

function finishAml(
  root: string,
  environment: Record<string, string>,
  args: readonly string[],
  options: {
    readonly uid?: number;
    readonly gid?: number;
    readonly cwd?: string;
    readonly input?: string | Uint8Array;
  } = {},
): Finished {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd: root,
    env: environmentOf(root, environment),
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    ...options,
  });
  return { status, signal, stdout, stderr };
}

function startAml(
  root: string,
  environment: Record<string, string>,
  args: readonly string[],
  onFinished: OnFinished,
): Started {
  const child = spawn(process.execPath, [command, ...args], {
    cwd: root,
    env: environmentOf(root, environment),
    stdio: "pipe",
  });
  onFinished(() => void child.kill("SIGKILL"));
  let stdout = "";
  let stderr = "";
  let check: () => void = () => {};
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    check();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    check();
  });
  const finished = new Promise<Finished>((resolve) => {
    child.once("close", (status, signal) => resolve({ status, signal, stdout, stderr }));
  });
  return {
    child,
    finished,
    shows: (text) =>
      new Promise((resolve, reject) => {
        check = () => {
          if (stdout.includes(text) || stderr.includes(text)) resolve();
        };
        check();
        void finished.then((end) => reject(new Error(`ended before showing ${text}: ${JSON.stringify(end)}`)));
      }),
  };
}

function environmentOf(root: string, extra: Record<string, string>): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: root,
    XDG_CONFIG_HOME: join(root, ".user"),
    NO_COLOR: "1",
    CI: "true",
    ...extra,
  };
}
