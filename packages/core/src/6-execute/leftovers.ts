import { isDead } from "../journal/driver-identity.ts";
import { type EndReport, sweepMarker } from "../process/end.ts";
import { runsWithProcesses } from "../process/marker.ts";
import type { Store } from "../store/store.ts";

/** Processes that outlived the driver of a run. */
export interface Leftovers extends EndReport {
  readonly run: string;
}

/**
 * Ends what runs of a store left running though nobody drives them any more: their driver was killed before it could
 * (agents.md 6). Those of a driver that lives, or of which nothing is known here, are left alone.
 */
export async function endLeftovers(store: Store): Promise<readonly Leftovers[]> {
  const ended: Leftovers[] = [];
  for (const run of runsWithProcesses()) {
    if (!isAbandoned(store, run)) continue;
    const report = await sweepMarker(run, { isAbandoned: () => isAbandoned(store, run) });
    if (report.signalled.length > 0 || report.survivors.length > 0) ended.push({ run, ...report });
  }
  return ended;
}

/** A drive ends its processes before it lets the run go, so a run that nobody holds should have none. */
function isAbandoned(store: Store, run: string): boolean {
  const record = store.getRun(run);
  return record !== null && (record.driver === undefined || isDead(record.driver));
}
