import { spawnSync } from "node:child_process";
import type { ProcessEntry, ProcessTable } from "./process-table.ts";

/** For systems without `/proc`: macOS and the BSDs. Untested there; `ps` names sessions by address, so groups stand in. */
export const psTable: ProcessTable = {
  entries() {
    return new Map(list(["-ax"]).map((entry) => [entry.pid, entry]));
  },
  entry(pid) {
    return list(["-p", String(pid)])[0] ?? null;
  },
  environments(pids) {
    if (pids.length === 0) return new Map();
    const lines = run(["-Eww", "-o", "pid=,command=", "-p", pids.join(",")]);
    return new Map(lines.map((line) => [Number.parseInt(line, 10), line.split(" ")]));
  },
};

function list(selection: readonly string[]): ProcessEntry[] {
  return run([...selection, "-o", "pid=,ppid=,pgid=,stat=,lstart="]).flatMap((line) => {
    const [pid, parent, group, state, ...started] = line.trim().split(/\s+/);
    if (pid === undefined || state === undefined || state.startsWith("Z")) return [];
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        group: Number(group),
        session: Number(group),
        started: started.join(" "),
      },
    ];
  });
}

function run(args: readonly string[]): string[] {
  const { stdout, stderr, status, error } = spawnSync("ps", args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  if (error !== undefined) throw new Error("the process table cannot be read: ps did not start", { cause: error });
  // With nothing to list it fails, too, and says nothing.
  if (status !== 0 && stderr.trim() !== "")
    throw new Error(`the process table cannot be read: ps ${args.join(" ")}: ${stderr.trim()}`);
  return stdout.split("\n").filter((line) => line.trim() !== "");
}
