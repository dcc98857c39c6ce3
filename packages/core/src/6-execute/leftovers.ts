import { isDead } from "../journal/driver-identity.ts";
import { type EndReport, sweepMarker } from "../process/end.ts";
import { runsWithProcesses } from "../process/marker.ts";
import type { RunSummary, Store } from "../store/store.ts";

/** Processes that outlived the driver of a run. */
export interface Leftovers extends EndReport {
  readonly run: string;
}

/**
 * Ends what runs of a store left running whose driver was killed before it could (agents.md 6). Those of a driver that lives,
 * or of which nothing is known here, are left alone; one that let its run go has ended them first.
 */
export async function endLeftovers(store: Store): Promise<readonly Leftovers[]> {
  const abandoned = store.listRuns().filter(isAbandoned);
  if (abandoned.length === 0) return [];
  const alive = runsWithProcesses();
  const ended: Leftovers[] = [];
  for (const { id: run } of abandoned) {
    if (!alive.has(run)) continue;
    const report = await sweepMarker(run, { isAbandoned: () => isAbandoned(store.getRun(run)) });
    if (report.signalled.length > 0 || report.survivors.length > 0) ended.push({ run, ...report });
  }
  return ended;
}

function isAbandoned(record: RunSummary | null): boolean {
  return record?.driver !== undefined && isDead(record.driver);
}
