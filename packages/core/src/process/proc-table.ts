import { readdirSync, readFileSync } from "node:fs";
import { errorCode } from "./error-code.ts";
import type { ProcessEntry, ProcessTable } from "./process-table.ts";

/** Read without yielding, so that the picture is of one moment as far as the system allows. */
export const procTable: ProcessTable = {
  entries() {
    const entries = new Map<number, ProcessEntry>();
    for (const name of readdirSync("/proc")) {
      if (!/^\d+$/.test(name)) continue;
      const entry = procTable.entry(Number(name));
      if (entry !== null) entries.set(entry.pid, entry);
    }
    return entries;
  },
  entry(pid) {
    return parseStat(readOrEmpty(`/proc/${pid}/stat`));
  },
  environments(pids) {
    return new Map(pids.map((pid) => [pid, readOrEmpty(`/proc/${pid}/environ`).split("\0")]));
  },
};

/** A process may end between the listing and the reading, and another user's may not be read: both are none of ours. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (["ENOENT", "ESRCH", "EACCES", "EPERM"].includes(errorCode(error))) return "";
    throw error;
  }
}

/** `pid (command) state parent group session ...`; the command may itself hold spaces and parentheses. */
function parseStat(stat: string): ProcessEntry | null {
  const close = stat.lastIndexOf(")");
  if (close === -1) return null;
  const [state, parent, group, session, ...rest] = stat.slice(close + 2).split(" ");
  if (state === "Z" || state === "X") return null;
  return {
    pid: Number.parseInt(stat, 10),
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    started: rest[15] ?? "",
  };
}
