import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { afterEach, describe, expect, test, vi } from "vitest";
import { builtFile } from "./built-file.ts";
import { endProcess, sweepMarker } from "./end.ts";
import { environmentOf } from "./environment.ts";
import { processesWithMarker } from "./marker.ts";
import { processTable } from "./process-table.ts";
import { type RunningProcess, spawnCommand } from "./spawn.ts";

const run = `end-test-${process.pid}`;
afterEach(() => sweepMarker(run, { terminateMs: 0 }));

/** A shell that runs the script; `ready` gives the pids that the script's processes have printed, once there are so many. */
async function started(script: string, marker = run) {
  const result = await spawnCommand({
    file: "bash",
    args: ["-c", script],
    cwd: tmpdir(),
    environment: environmentOf({ inherited: process.env }),
    marker,
  });
  if (!result.ok) throw new Error(result.error.message);
  return { running: result.process, ready: (count: number) => printedPids(result.process, count) };
}

async function printedPids(running: RunningProcess, count: number): Promise<number[]> {
  const pids: number[] = [];
  for await (const line of createInterface(running.stdout)) {
    pids.push(Number(line));
    if (pids.length === count) break;
  }
  return pids;
}

const alive = (pids: readonly number[]) => pids.filter((pid) => processTable().entry(pid) !== null);
const stubborn = `trap "" TERM; echo $$; exec sleep 1000`;

describe("ending a command", () => {
  test("lets it clean up after SIGTERM", async () => {
    const { running, ready } = await started("trap 'exit 9' TERM; echo $$; sleep 1000 & wait");
    await ready(1);
    expect(await endProcess(running)).toMatchObject({ survivors: [] });
    expect(await running.exited).toEqual({ exitCode: 9, signal: null });
  });

  test("kills it when it does not mind SIGTERM", async () => {
    const { running, ready } = await started(stubborn);
    await ready(1);
    expect(await endProcess(running, { terminateMs: 50 })).toEqual({ signalled: [running.pid], survivors: [] });
    expect(await running.exited).toEqual({ exitCode: null, signal: "SIGKILL" });
  });

  test.each([
    ["children", `bash -c '${stubborn}' & wait`],
    ["children of children that have died", `(bash -c '${stubborn}' &) ; wait; sleep 1000`],
    ["children in sessions of their own", `setsid bash -c '${stubborn}' & wait`],
    ["children in sessions of their own whose parents have died", `(setsid bash -c '${stubborn}' &) ; sleep 1000`],
    ["children without the marker", `env -i bash -c '${stubborn}' & wait`],
    ["children without the marker whose parents have died", `(env -i bash -c '${stubborn}' &) ; sleep 1000`],
    [
      "children without the marker in groups of their own whose parents have died",
      `(set -m; env -i bash -c '${stubborn}' &) ; sleep 1000`,
    ],
    ["children without the marker in sessions of their own", `env -i setsid -w bash -c '${stubborn}' & wait`],
    ["stopped children", `bash -c 'echo $$; kill -STOP $$' & wait`],
  ])("takes %s with it", async (_, script) => {
    const { running, ready } = await started(script);
    const children = await ready(1);
    const report = await endProcess(running, { terminateMs: 50 });
    expect(report.survivors).toEqual([]);
    expect(alive([running.pid, ...children])).toEqual([]);
    expect(processesWithMarker(run)).toEqual([]);
  });

  test("takes with it what a dying shell starts", async () => {
    const { running, ready } = await started(
      `trap "setsid bash -c '${stubborn}' & exit" TERM; echo $$; sleep 1000 & wait`,
    );
    await ready(1);
    expect(await endProcess(running, { terminateMs: 500 })).toMatchObject({ survivors: [] });
    expect(processesWithMarker(run)).toEqual([]);
  });

  test.each([
    ["in its group", `bash -c '${stubborn}' & exit 0`],
    ["in its group, without the marker", `env -i bash -c '${stubborn}' & exit 0`],
    ["in a session of its own", `setsid bash -c '${stubborn}' & exit 0`],
  ])("ends what it left running %s, though its own pid means nothing any more", async (_, script) => {
    const { running, ready } = await started(script);
    const children = await ready(1);
    await running.exited;
    expect(await endProcess(running, { terminateMs: 50 })).toEqual({ signalled: children, survivors: [] });
    expect(alive(children)).toEqual([]);
  });

  test("never signals a group whose leader has been reaped: its number may be another's", async () => {
    const { running, ready } = await started(`bash -c '${stubborn}' & exit 0`);
    const [child = 0] = await ready(1);
    await running.exited;
    const kill = vi.spyOn(process, "kill");
    await endProcess(running, { terminateMs: 50 });
    expect(new Set(kill.mock.calls.map(([target]) => target))).toEqual(new Set([child]));
    kill.mockRestore();
  });

  test("waits first for what needs no signal, when told to", async () => {
    const { running } = await started("(read -r; exit 0) < <(echo $$; exec sleep 0.01) & exit 0");
    await running.exited;
    expect(await endProcess(running, { graceMs: 10_000 })).toEqual({ signalled: [], survivors: [] });
  });

  test("does nothing when nothing is left, and may be done twice", async () => {
    const { running } = await started("exit 0");
    await running.exited;
    expect(await endProcess(running)).toEqual({ signalled: [], survivors: [] });
    expect(await endProcess(running)).toEqual({ signalled: [], survivors: [] });
  });

  test("leaves other commands of the same run alone", async () => {
    const [first, second] = [await started(stubborn), await started(stubborn)];
    await Promise.all([first.ready(1), second.ready(1)]);
    await endProcess(first.running, { terminateMs: 0 });
    expect(processesWithMarker(run)).toEqual([second.running.pid]);
  });
});

describe("sweeping a run's marker", () => {
  test("ends every command of that run and no other's", async () => {
    const other = `${run}-other`;
    const commands = [await started(stubborn), await started(`setsid bash -c '${stubborn}' & exit 0`)];
    const spared = await started(stubborn, other);
    await Promise.all([...commands, spared].map(({ ready }) => ready(1)));
    expect(processesWithMarker(run)).toHaveLength(2);
    await sweepMarker(run, { terminateMs: 50 });
    expect(processesWithMarker(run)).toEqual([]);
    expect(processesWithMarker(other)).toEqual([spared.running.pid]);
    await sweepMarker(other, { terminateMs: 0 });
  });

  test("spares the process that sweeps and those above it", async () => {
    const module = JSON.stringify(builtFile(import.meta.url, "./end.js"));
    const sweep = `import(${module}).then(async ({ sweepMarker }) => console.log((await sweepMarker(${JSON.stringify(run)})).signalled.length))`;
    const { running, ready } = await started(`sleep 1000 & '${process.execPath}' -e '${sweep}'; exit 5`);
    expect(await ready(1)).toEqual([1]);
    expect(await running.exited).toEqual({ exitCode: 5, signal: null });
  });

  test("leaves them to whoever has taken the run up meanwhile", async () => {
    const { running, ready } = await started(stubborn);
    await ready(1);
    expect(await sweepMarker(run, { isAbandoned: () => false })).toEqual({ signalled: [], survivors: [] });
    expect(running.hasExited()).toBe(false);
  });

  test("does nothing when no process bears it", async () => {
    expect(await sweepMarker("no-such-run")).toEqual({ signalled: [], survivors: [] });
  });
});
