import { procTable } from "./proc-table.ts";
import { psTable } from "./ps-table.ts";

/** One process as the system lists it. `started` tells it from an earlier one that had the same pid. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly started: string;
}

/** What the system knows of its processes at one moment; dead ones that nobody has reaped yet are not listed. */
export interface ProcessTable {
  entries(): ReadonlyMap<number, ProcessEntry>;
  entry(pid: number): ProcessEntry | null;
  /** The environments that processes were started with, as NAME=value; empty where one may not be read. */
  environments(pids: readonly number[]): ReadonlyMap<number, readonly string[]>;
}

/** The table of this system: `/proc` on Linux, `ps` elsewhere (agents.md 6; only Linux is tested). */
export function processTable(): ProcessTable {
  return process.platform === "linux" ? procTable : psTable;
}

/** Whether this very process is still there, and not another one under its pid. */
export function isAlive(entry: ProcessEntry, listed: ProcessEntry | null | undefined): boolean {
  return listed?.started === entry.started;
}

/** A command leads a session of its own, which what it starts can only leave by asking to. */
export function sessionMembers(leader: number, entries: ReadonlyMap<number, ProcessEntry>): readonly ProcessEntry[] {
  return [...entries.values()].filter(({ session }) => session === leader);
}

/** The given processes and everything below them. */
export function withDescendants(
  roots: readonly ProcessEntry[],
  entries: ReadonlyMap<number, ProcessEntry>,
): ReadonlyMap<number, ProcessEntry> {
  const children = new Map<number, ProcessEntry[]>();
  for (const entry of entries.values()) {
    const siblings = children.get(entry.parent);
    if (siblings === undefined) children.set(entry.parent, [entry]);
    else siblings.push(entry);
  }
  const found = new Map(roots.map((root) => [root.pid, root]));
  const queue = [...found.values()];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const child of children.get(next.pid) ?? []) {
      if (found.has(child.pid)) continue;
      found.set(child.pid, child);
      queue.push(child);
    }
  }
  return found;
}

/** The process itself, its parent, and so on up. */
export function ancestorsOf(pid: number, entries: ReadonlyMap<number, ProcessEntry>): ReadonlySet<number> {
  const found = new Set<number>();
  for (let at: number | undefined = pid; at !== undefined && !found.has(at); at = entries.get(at)?.parent)
    found.add(at);
  return found;
}
