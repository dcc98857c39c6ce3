import { isOver } from "../store/run-status.ts";
import type { RunRecord, Store } from "../store/store.ts";
import { laterPlanId, laterPlans } from "./plan-id.ts";

/** The newest plan under a chosen id, and what may become of it (diagram.md 1). */
export interface KnownPlan {
  readonly id: string;
  readonly run: RunRecord;
  /** Of the diagram and steps that it follows. */
  readonly hash: string;
  /** Its run has ended for good. */
  readonly isFinished: boolean;
  /** What another plan under the same id would be called. */
  readonly nextId: string;
}

/** Looks a chosen id up: `--new` has made several plans of it, told apart by a number. Null for one that is free. */
export function knownPlan(store: Store, chosen: string): KnownPlan | null {
  const prefix = laterPlans(chosen);
  const numbers = store
    .plansBeginning(prefix)
    .flatMap((id) => (/^[1-9]\d*$/.test(id.slice(prefix.length)) ? Number(id.slice(prefix.length)) : []));
  // Those before it may have been pruned.
  const count = Math.max(1, ...numbers);
  const id = laterPlanId(chosen, count);
  const stored = store.loadPlan(id);
  const run = stored && store.getRun(stored.run);
  if (stored === null || run === null) return null;
  const nextId = laterPlanId(chosen, count + 1);
  return { id, run, hash: stored.definition.hash, isFinished: isOver(run.status), nextId };
}
