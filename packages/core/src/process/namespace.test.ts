import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { endProcess, sweepMarker } from "./end.ts";
import { environmentOf } from "./environment.ts";
import { processesWithMarker } from "./marker.ts";
import { processTable } from "./process-table.ts";
import { type Command, type RunningProcess, spawnCommand } from "./spawn.ts";

const folder = mkdtempSync(join(tmpdir(), "aml-namespace-"));
const run = `namespace-test-${process.pid}`;
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(async () => {
  vi.restoreAllMocks();
  await sweepMarker(run, { terminateMs: 0 });
});

/** Without it the tests of what a namespace does have nothing to try: some containers allow none. */
const isAllowed = [["--user", "--map-current-user"], []].some(
  (flags) => spawnSync("unshare", [...flags, "--pid", "--fork", "--mount-proc", "true"]).status === 0,
);

const command = (file: string, args: readonly string[] = [], more: Partial<Command> = {}): Command => ({
  file,
  args,
  cwd: folder,
  environment: environmentOf({ inherited: process.env }),
  marker: run,
  contain: "namespace",
  ...more,
});

async function started(request: Command): Promise<RunningProcess> {
  const result = await spawnCommand(request);
  if (!result.ok) throw new Error(result.error.message);
  return result.process;
}

/** A folder with a shell and whatever is written into `unshare`, as the only one on the PATH. */
function pathWith(name: string, unshare: string | null): Partial<Command> {
  const bin = join(folder, name);
  mkdirSync(bin);
  symlinkSync("/bin/sh", join(bin, "sh"));
  if (unshare !== null) writeFileSync(join(bin, "unshare"), `#!/bin/sh\n${unshare}\n`, { mode: 0o755 });
  return { environment: { PATH: bin } };
}

describe.skipIf(!isAllowed)("a command in a PID namespace of its own", () => {
  test("gets its arguments as they are, its environment, markers and folder", async () => {
    const script = 'printf "%s|" "$@"; printf "%s %s %s" "$ONLY" "$AML_RUN_MARKER" "$PWD"';
    const environment = { ONLY: "this", PATH: process.env.PATH ?? "" };
    const running = await started(command("sh", ["-c", script, "sh", "$(id)", "a b", "*", ""], { environment }));
    expect(await text(running.stdout)).toBe(`$(id)|a b|*||this ${run} ${folder}`);
  });

  test("sees the processes of that namespace alone", async () => {
    const running = await started(command("sh", ["-c", "ls -d /proc/[0-9]*; :"]));
    // The shell that is the first, and the command, before it starts `ls`.
    expect(await text(running.stdout)).toBe("/proc/1\n/proc/2\n");
  });

  test("reads what it is sent, and ends with its own status", async () => {
    const running = await started(command("sh", ["-c", "cat; exit 7"]));
    running.stdin.end("as it was sent");
    expect(await text(running.stdout)).toBe("as it was sent");
    expect(await running.exited).toEqual({ exitCode: 7, signal: null });
  });

  test("may die of a signal as anywhere, which its status tells as a shell does", async () => {
    const running = await started(command("sh", ["-c", "kill -KILL $$"]));
    expect(await running.exited).toEqual({ exitCode: 128 + 9, signal: null });
  });

  test("writes files that belong to whoever started it", async () => {
    const running = await started(command("sh", ["-c", "echo > made"]));
    await running.exited;
    const { uid, gid } = statSync(join(folder, "made"));
    expect({ uid, gid }).toEqual({ uid: process.getuid?.(), gid: process.getgid?.() });
  });

  test("takes with it at its end what kept neither its session nor its marker", async () => {
    const running = await started(
      command("sh", [
        "-c",
        "(env -i setsid sh -c 'trap \"\" TERM; echo ready; exec sleep 1000' &) ; read -r line; exit 0",
      ]),
    );
    await firstLine(running);
    const below = treeBelow(running.pid);
    // The first shell, the command, and the one that left.
    expect(below).toHaveLength(3);
    running.stdin.end("end\n");
    await running.exited;
    expect(below.filter((pid) => processTable().entry(pid) !== null)).toEqual([]);
  });

  test.each([
    ["that ends by SIGTERM", "echo ready; exec sleep 1000"],
    ["that does not mind SIGTERM", 'trap "" TERM; echo ready; exec sleep 1000'],
    [
      "with a child that does not mind it",
      `(env -i setsid sh -c 'trap "" TERM; echo ready; exec sleep 1000' &); exec sleep 1000`,
    ],
  ])("%s is ended with all it started", async (_, script) => {
    const running = await started(command("sh", ["-c", script]));
    await firstLine(running);
    const below = treeBelow(running.pid);
    expect(await endProcess(running, { terminateMs: 100 })).toMatchObject({ survivors: [] });
    expect(below.filter((pid) => processTable().entry(pid) !== null)).toEqual([]);
  });

  test("is found by its marker, and ended with all it started, by whoever knows only that", async () => {
    const running = await started(
      command("sh", ["-c", "(env -i setsid sh -c 'echo ready; exec sleep 1000' &); exec sleep 1000"]),
    );
    await firstLine(running);
    const below = treeBelow(running.pid);
    await sweepMarker(run, { terminateMs: 100 });
    expect(below.filter((pid) => processTable().entry(pid) !== null)).toEqual([]);
    expect(processesWithMarker(run)).toEqual([]);
  });

  test.each([
    ["does not exist", "no-such-program"],
    ["is no program", join(folder, "plain-file")],
  ])("is told of before it is started when it %s", async (_, file) => {
    writeFileSync(join(folder, "plain-file"), "text", { mode: 0o644 });
    const result = await spawnCommand(command(file));
    expect(result).toMatchObject({ ok: false, error: { code: "not-found", message: expect.stringContaining(file) } });
  });

  test("is a program, and never a word that the shell would take for its own", async () => {
    const running = await started(command("eval", ["echo evaluated"]));
    expect(await text(running.stdout)).toBe("");
    expect((await running.exited).exitCode).toBe(127);
  });

  test("is told of its folder when that is the fault", async () => {
    const result = await spawnCommand(command("ls", [], { cwd: join(folder, "gone") }));
    expect(result).toMatchObject({ ok: false, error: { code: "no-folder" } });
  });
});

describe("where no namespace is to be had, the command is not started at all", () => {
  const refusal = "echo was not started: it cannot have a PID namespace of its own here";

  test.each([
    [
      "the system refuses",
      "echo 'unshare: unshare failed: Operation not permitted' >&2; exit 1",
      "Operation not permitted",
    ],
    [
      "unshare knows not how",
      "echo 'unshare: unrecognized option: map-current-user' >&2; exit 1",
      "unrecognized option",
    ],
    ["unshare does nothing, so that nothing is contained", 'while [ "$1" != -- ]; do shift; done; shift; "$@"', "exit"],
    ["there is no unshare", null, "unshare (of util-linux) was not found"],
  ])("%s", async (name, unshare, reason) => {
    const result = await spawnCommand(command("echo", ["hi"], pathWith(name.slice(0, 30), unshare)));
    expect(result).toMatchObject({
      ok: false,
      error: { code: "not-contained", message: expect.stringContaining(refusal) },
    });
    expect(result).toMatchObject({ error: { message: expect.stringContaining(reason) } });
  });

  test("the system is not Linux", async () => {
    vi.spyOn(process, "platform", "get").mockReturnValue("darwin");
    const result = await spawnCommand(command("echo"));
    expect(result).toMatchObject({ ok: false, error: { code: "not-contained" } });
    expect(result).toMatchObject({ error: { message: expect.stringContaining("only Linux has PID namespaces") } });
  });
});

async function firstLine(running: RunningProcess): Promise<void> {
  for await (const _ of createInterface(running.stdout)) return;
}

/** All that has this process above it, itself left out. */
function treeBelow(root: number): readonly number[] {
  const entries = [...processTable().entries().values()];
  const below = new Set([root]);
  for (let size = 0; size < below.size; ) {
    size = below.size;
    for (const { pid, parent } of entries) if (below.has(parent)) below.add(pid);
  }
  below.delete(root);
  return [...below];
}
