import { currentDriver, livenessOf } from "../journal/driver-identity.ts";
import { sweepMarker } from "../process/end.ts";
import { isOver } from "../store/run-status.ts";
import { type Driver, type Lease, type Store, StoreError } from "../store/store.ts";
import { type Clock, systemClock } from "./clock.ts";
import { RunError } from "./run-error.ts";

export interface CancelOptions {
  /** Who asks, for the record. */
  readonly actor: string;
  /** How long whoever drives the run is given to end it, in milliseconds; 30,000 when left out. */
  readonly waitMs?: number;
  readonly clock?: Clock;
}

export type CancelOutcome =
  /** `survivors`: processes of the run that could not be ended. */
  | { readonly outcome: "cancelled"; readonly survivors: readonly number[] }
  /** Its driver was told and has not ended it yet. */
  | { readonly outcome: "asked"; readonly heldBy: Driver };

/**
 * Ends a run for good (DESIGN.md 6): whoever drives it is told and ends it in order; one that nobody drives is recorded as
 * cancelled, and what it left running is ended. Throws a `RunError` for a run that is unknown or over.
 */
export async function cancelRun(store: Store, id: string, options: CancelOptions): Promise<CancelOutcome> {
  const { actor, waitMs = 30_000, clock = systemClock } = options;
  const us = currentDriver();
  const giveUpAt = clock.now() + waitMs;
  let isAsked = false;
  for (;;) {
    if (hasEnded(store, id, isAsked)) return { outcome: "cancelled", survivors: [] };
    const lease = takenOver(store, id, us, clock.now());
    if (lease === null) continue;
    if (!("heldBy" in lease)) return endHere(store, lease, isAsked ? null : actor, clock);
    isAsked ||= store.requestCancel(id, actor) !== null;
    if (clock.now() >= giveUpAt) return { outcome: "asked", heldBy: lease.heldBy };
    await clock.wait(100, new AbortController().signal);
  }
}

/** Whether its driver has cancelled it as it was asked to. */
function hasEnded(store: Store, id: string, isAsked: boolean): boolean {
  const record = store.getRun(id);
  if (record === null) throw new RunError("unknown-run", `there is no run ${id}; aml status lists them`);
  if (record.status === "cancelled" && isAsked) return true;
  if (!isOver(record.status)) return false;
  const why = isAsked ? "was done before it could be cancelled" : `is ${record.status}: there is nothing to cancel`;
  throw new RunError("finished", `run ${id} ${why}`);
}

/** Null when the run has ended since it was looked at. */
function takenOver(store: Store, id: string, us: Driver, now: number): ReturnType<Store["acquire"]> | null {
  try {
    return store.acquire(id, us, now, livenessOf);
  } catch (error) {
    if (error instanceof StoreError && error.code === "refused") return null;
    throw error;
  }
}

async function endHere(store: Store, lease: Lease, actor: string | null, clock: Clock): Promise<CancelOutcome> {
  if (actor !== null) store.append(lease, [{ type: "cancel.requested", data: { actor } }]);
  const { survivors } = await sweepMarker(lease.run);
  const at = new Date(clock.now()).toISOString();
  store.finish(lease, "cancelled", at, { type: "run.finished", data: { status: "cancelled", output: { text: "" } } });
  return { outcome: "cancelled", survivors };
}
