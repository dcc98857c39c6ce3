import { type Driver, livenessOf } from "../../journal/driver-identity.ts";
import { restorePlan } from "../../plan/create-plan.ts";
import { outcomeOf } from "../../plan/outcome.ts";
import type { Plan, ReadonlyPlan } from "../../plan/progress.ts";
import { listed } from "../../plan/refusals.ts";
import { sweepMarker } from "../../process/end.ts";
import { isOver } from "../../store/run-status.ts";
import type { Lease, RunRecord, Store, StoredPlan } from "../../store/store.ts";
import type { Clock } from "../clock.ts";
import { heldMessage } from "../resumable.ts";
import { statusNow } from "../run-result.ts";
import { readRunSettings } from "../run-settings.ts";
import { type Guided, granted, type Refused, refused } from "./guide-answer.ts";
import { answered, type HeldPlan, holdPlan, type PlanTerms } from "./held-plan.ts";
import { inProgress, type Standing, standingOf } from "./standing.ts";

/** A plan as it is now, whoever has it. */
export interface FoundPlan {
  readonly plan: ReadonlyPlan;
  readonly run: string;
  readonly terms: PlanTerms;
  /** Null when this process does not hold it. */
  readonly held: HeldPlan | null;
}

/** The plans of a store that are followed from outside, and those of them that this process holds. */
export interface OpenPlans {
  find(id: string): Guided<FoundPlan>;
  /** The same, held if anything can go on: taken over when nobody has it. */
  toGoOn(id: string): Promise<Guided<FoundPlan>>;
  /** Takes up a plan that was just frozen. */
  hold(plan: Plan, lease: Lease, terms: PlanTerms): HeldPlan;
  /** Why nothing of a plan that is there can be settled here. */
  notHeld(found: FoundPlan): Refused;
  standing(found: Pick<FoundPlan, "plan" | "run">): Standing;
  held(): readonly HeldPlan[];
}

export function openPlans(store: Store, clock: Clock, driver: Driver, permissions: string | null): OpenPlans {
  const held = new Map<string, HeldPlan>();
  // What we hold in the store and no longer here was let go by a fault of writing: it is ours to take again.
  const liveness = (holder: Driver) => (holder.id === driver.id ? "dead" : livenessOf(holder));

  function hold(plan: Plan, lease: Lease, terms: PlanTerms): HeldPlan {
    const { id } = plan.definition;
    const holding = holdPlan(plan, lease, terms, { store, clock, released: () => void held.delete(id) });
    held.set(id, holding);
    return holding;
  }

  function find(id: string): Guided<FoundPlan> {
    const holding = held.get(id);
    if (holding !== undefined) return granted({ ...holding, held: holding });
    const stored = store.loadPlan(id);
    if (stored === null) {
      const open = held.size === 0 ? "" : `. Open here: ${listed([...held.keys()])}`;
      return refused("unknown-plan", `there is no plan "${id}": plan_start begins one${open}`);
    }
    const record = runOf(store, stored.run);
    if (!readRunSettings(record.options).guided)
      return refused(
        "not-guided",
        `plan "${id}" is part of run ${record.id} of ${record.file}, which aml itself drives: aml resume ${record.id}`,
      );
    return granted({ plan: restored(stored), run: record.id, terms: termsOf(stored, record), held: null });
  }

  async function toGoOn(id: string): Promise<Guided<FoundPlan>> {
    const found = find(id);
    if (!found.ok || found.value.held !== null) return found;
    const { plan, run } = found.value;
    const record = runOf(store, run);
    if (isOver(record.status) || !canGoOn(plan)) return found;
    const lease = store.acquire(run, driver, clock.now(), liveness);
    if ("heldBy" in lease) return refused("held-elsewhere", heldMessage(run, lease.heldBy));
    // A command that a server which died was verifying a step with must not work beside the next attempt.
    await sweepMarker(run);
    store.append(lease, [{ type: "run.resumed", data: { driver: driver.id, permissions } }]);
    const stored = store.loadPlan(id);
    if (stored === null) throw new RangeError(`plan ${id} went away while its run was held`);
    const holding = hold(restored(stored), lease, termsOf(stored, record));
    const at = new Date(clock.now()).toISOString();
    for (const { id: step } of inProgress(holding.plan)) holding.take({ type: "interrupt", step, at });
    return granted({ ...holding, held: holding });
  }

  /** Whether anything has to be done before somebody answers: what only waits is left alone. */
  function canGoOn(plan: ReadonlyPlan): boolean {
    const { status } = outcomeOf(plan);
    return status === "running" || status === "done" || answered(store, plan).length > 0;
  }

  return {
    find,
    toGoOn,
    hold,
    notHeld({ plan, run }) {
      const { driver: holder } = runOf(store, run);
      const { id } = plan.definition;
      if (holder !== undefined && liveness(holder) === "alive")
        return refused("held-elsewhere", heldMessage(run, holder));
      return refused(
        "not-held",
        `plan "${id}" is not held here: its steps in progress were given back when its server ended. plan_next hands them out again`,
      );
    },
    standing: ({ plan, run }) =>
      standingOf(plan, run, held.has(plan.definition.id) ? "running" : statusNow(runOf(store, run))),
    held: () => [...held.values()],
  };
}

function runOf(store: Store, id: string): RunRecord {
  const record = store.getRun(id);
  if (record === null) throw new RangeError(`there is no run ${id}`);
  return record;
}

function restored({ definition, steps, edges, checkpoints }: StoredPlan): Plan {
  return restorePlan(definition, steps, edges, checkpoints);
}

function termsOf({ path }: StoredPlan, { file, options, startedAt }: RunRecord): PlanTerms {
  const { params, maxParallel } = readRunSettings(options);
  return { path, name: file, params, maxParallel, startedAt };
}
