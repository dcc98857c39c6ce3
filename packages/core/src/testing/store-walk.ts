import type { Driver } from "../journal/driver-identity.ts";
import type { EventBody } from "../journal/events.ts";
import type { Change, PlanEvent } from "../plan/change.ts";
import { createPlan } from "../plan/create-plan.ts";
import type { Answer, PlanDefinition } from "../plan/plan.ts";
import type { Plan } from "../plan/progress.ts";
import type { Lease, NewRun, Store } from "../store/store.ts";
import { send, walkTime } from "./plan-walk.ts";

/** Milliseconds since 1970 of everything in a walk. */
export const walkNow = Date.parse(walkTime);

/** A driver that no process stands behind. */
export function driverNamed(id: string): Driver {
  return { id, host: "a-machine", pid: 4711, birth: "the 17th boot" };
}

/** What a run is started with. */
export function newRun(id: string): NewRun {
  return {
    id,
    file: "release.md",
    text: "# Release\n",
    hash: "5f".repeat(32),
    options: { trust: "trusted", params: {} },
    startedAt: walkTime,
  };
}

/** The first event of a run. */
export const started: EventBody = {
  type: "run.started",
  data: { file: "release.md", hash: "5f".repeat(32), trust: "trusted", permissions: null, params: {} },
};

/** The last event of a run that ended as told. */
export function ended(status: "done" | "failed" | "waiting" | "cancelled" | "interrupted"): EventBody {
  return { type: "run.finished", data: { status, output: { text: "" } } };
}

/** An event that says something and changes nothing. */
export function remark(message: string): EventBody {
  return { type: "note.recorded", data: { code: "AML9999", message } };
}

/** Starts a run with the driver that is named like it. */
export function startRun(store: Store, id: string): Lease {
  return store.createRun(newRun(id), driverNamed(id), walkNow, started).lease;
}

/** A plan as its driver holds it, and the way to move it on durably. */
export interface DrivenPlan {
  readonly plan: Plan;
  /** Sends the events one after the other, and writes all that follows from them in one settlement. */
  commit(...events: readonly PlanEvent[]): readonly Change[];
}

/** Freezes a plan in the store and drives it from there. */
export function drivePlanIn(store: Store, lease: Lease, definition: PlanDefinition): DrivenPlan {
  store.freeze(lease, "0", definition);
  const plan = createPlan(definition);
  return {
    plan,
    commit(...events) {
      const changes = events.flatMap((event) => send(plan, event).changes);
      store.commit(lease, definition.id, changes);
      return changes;
    },
  };
}

/** What Ada says to a checkpoint. */
export function word(choice: string): Answer {
  return { choice, actor: "ada", at: walkTime };
}
