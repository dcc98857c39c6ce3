import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Event, openStore, verifyChain } from "@agent-markup/core";
import { expect } from "vitest";
import type { TestProject } from "./project.ts";

/**
 * The journal of a project's one run, once the whole state is found sound. A copy is read, so that the next process finds
 * the files as the last one left them.
 */
export async function journalOf(project: TestProject): Promise<readonly Event[]> {
  const folder = mkdtempSync(join(tmpdir(), "aml-crash-"));
  try {
    for (const name of ["state.db", "state.db-wal"]) {
      const file = project.path(`.aml/${name}`);
      if (existsSync(file)) copyFileSync(file, join(folder, name));
    }
    const copy = join(folder, "state.db");
    return existsSync(copy) ? await soundJournal(copy) : [];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function soundJournal(file: string): Promise<readonly Event[]> {
  const checked = spawnSync("sqlite3", [file, "PRAGMA integrity_check"], { encoding: "utf8" });
  expect(checked).toMatchObject({ status: 0, stdout: "ok\n" });
  const store = await openStore(file);
  try {
    const [run, ...others] = store.listRuns();
    expect(others).toEqual([]);
    if (run === undefined) return [];
    store.verify(run.id);
    const events = store.events(run.id);
    expect(verifyChain(events)).toMatchObject({ ok: true, records: events.length });
    return events;
  } finally {
    store.close();
  }
}
