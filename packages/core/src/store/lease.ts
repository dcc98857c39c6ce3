import type { Driver, Liveness } from "../journal/driver-identity.ts";
import { LeaseLost } from "./store.ts";

/** Whether a run's holder keeps it against a taker: alive, or out of sight with a lease that still lasts (diagram.md 5). */
export function keepsLease(
  holder: Driver,
  leaseUntil: number,
  now: number,
  livenessOf: (driver: Driver) => Liveness,
): boolean {
  const liveness = livenessOf(holder);
  return liveness === "alive" || (liveness === "unknown" && leaseUntil > now);
}

/** A write under a lease that is no longer the newest. */
export function leaseLost(run: string, holder: Driver | undefined): LeaseLost {
  const taker = holder === undefined ? "its drive has ended" : `process ${holder.pid} on ${holder.host} drives it now`;
  return new LeaseLost(`run ${run} is no longer this driver's to write to: ${taker}`);
}
