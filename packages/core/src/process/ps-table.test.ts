import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { endProcess, sweepMarker } from "./end.ts";
import { environmentOf } from "./environment.ts";
import { processesWithMarker } from "./marker.ts";
import { procTable } from "./proc-table.ts";
import { processTable } from "./process-table.ts";
import { psTable } from "./ps-table.ts";
import { spawnCommand } from "./spawn.ts";

const folder = mkdtempSync(join(tmpdir(), "aml-ps-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Puts a `ps` of ours before the system's. */
function withPs(name: string, script: string): void {
  const bin = join(folder, name);
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "ps"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  vi.stubEnv("PATH", `${bin}:${process.env.PATH}`);
}

describe("the table that ps prints on macOS", () => {
  test("is read with its padding, dates and states; dead processes are none, and a group stands in for its session", () => {
    const lines = [
      "    1     0     1 Ss   Mon Nov 30 08:00:01 2026    ",
      "  501     1   501 S    Mon Nov 30 09:10:00 2026    ",
      "  502   501   501 R+   Mon Nov 30 09:10:05 2026    ",
      "  503   501   501 Z    Mon Nov 30 09:10:06 2026    ",
    ];
    withPs("macos", `[ "$*" = "-ax -o pid=,ppid=,pgid=,stat=,lstart=" ] && cat <<'END'\n${lines.join("\n")}\nEND`);
    const entry = (pid: number, parent: number, group: number, time: string) => {
      return { pid, parent, group, session: group, started: `Mon Nov 30 ${time} 2026` };
    };
    expect([...psTable.entries().values()]).toEqual([
      entry(1, 0, 1, "08:00:01"),
      entry(501, 1, 501, "09:10:00"),
      entry(502, 501, 501, "09:10:05"),
    ]);
  });

  test("has no entry for a process that ps does not know", () => {
    withPs("none", "exit 1");
    expect(psTable.entry(4711)).toBeNull();
  });

  test("tells the environments that stand behind the commands", () => {
    withPs(
      "environment",
      `[ "$*" = "-Eww -o pid=,command= -p 501,502" ] && echo "  501 node agent.js PATH=/bin AML_RUN_MARKER=r1"`,
    );
    const environments = psTable.environments([501, 502]);
    expect(environments.get(501)).toContain("AML_RUN_MARKER=r1");
    expect(environments.has(502)).toBe(false);
    expect(psTable.environments([])).toEqual(new Map());
  });

  test.each([
    ["there is no ps", null, "the process table cannot be read: ps did not start"],
    ["ps knows other options", "echo 'ps: illegal option -- E' >&2; exit 1", "ps -Eww .*: ps: illegal option -- E"],
  ])(
    "is an error where %s, not an empty table: nothing would be ended then, and nobody told",
    (name, script, message) => {
      if (script === null) vi.stubEnv("PATH", join(folder, "nothing"));
      else withPs(name, script);
      expect(() => psTable.environments([1])).toThrow(new RegExp(message));
    },
  );
});

// Played on Linux: the real ps of the other systems takes what the first part holds it to.
describe.skipIf(process.platform !== "linux")("on a system whose processes are told by ps", () => {
  const run = `ps-test-${process.pid}`;

  /** The real table in the words of macOS: procps has no option for environments of others. */
  const ps = `case $1 in
    -Eww) for pid in $(echo "$5" | tr , ' '); do echo "$pid $(tr '\\0' ' ' < /proc/$pid/cmdline; tr '\\0' ' ' < /proc/$pid/environ)"; done 2> /dev/null; exit 0 ;;
    *) exec /usr/bin/env -u LC_TIME PATH=/usr/bin:/bin ps "$@" ;;
  esac`;

  beforeEach(() => {
    vi.spyOn(process, "platform", "get").mockReturnValue("darwin");
    withPs("linux", ps);
  });

  async function started(script: string) {
    const environment = environmentOf({ inherited: process.env });
    const result = await spawnCommand({ file: "sh", args: ["-c", script], cwd: folder, environment, marker: run });
    if (!result.ok) throw new Error(result.error.message);
    for await (const _ of createInterface(result.process.stdout)) break;
    return result.process;
  }

  test("it is ps that is asked", () => {
    expect(processTable()).toBe(psTable);
    expect(psTable.entry(process.pid)).toMatchObject({ pid: process.pid, parent: process.ppid });
  });

  test.each([
    ["a command and its children", `sh -c 'trap "" TERM; echo ready; exec sleep 1000' & wait`],
    ["children that left its group", `setsid sh -c 'trap "" TERM; echo ready; exec sleep 1000' & wait`],
  ])("%s are ended, by the tree, the group and the marker", async (_, script) => {
    const running = await started(script);
    expect(processesWithMarker(run).length).toBeGreaterThanOrEqual(2);
    expect(await endProcess(running, { terminateMs: 50 })).toMatchObject({ survivors: [] });
    expect(processesWithMarker(run)).toEqual([]);
  });

  test("what a killed runtime left is swept by its marker", async () => {
    const running = await started(`setsid sh -c 'echo ready; exec sleep 1000' & exit 0`);
    await running.exited;
    expect(processesWithMarker(run)).toHaveLength(1);
    await sweepMarker(run, { terminateMs: 500 });
    expect(processesWithMarker(run)).toEqual([]);
    expect([...procTable.entries().values()].filter(({ session }) => session === running.pid)).toEqual([]);
  });
});
