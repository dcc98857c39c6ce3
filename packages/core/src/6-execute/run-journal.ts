import type { Event, EventBody } from "../journal/events.ts";
import type { Change } from "../plan/change.ts";
import type { PlanDefinition } from "../plan/plan.ts";
import type { Lease, RunStatus, Store } from "../store/store.ts";

/** One run's way to the store: every event that becomes durable is handed to the listener after it did. */
export interface RunJournal {
  readonly run: string;
  append(...bodies: readonly EventBody[]): void;
  commit(plan: string, changes: readonly Change[]): void;
  freeze(path: string, definition: PlanDefinition): void;
  finish(status: Exclude<RunStatus, "running">, at: string, last: EventBody): void;
  renew(now: number): void;
}

export function runJournal(store: Store, lease: Lease, listen: (event: Event) => void): RunJournal {
  const tell = (events: readonly Event[]) => {
    for (const event of events) listen(event);
  };
  return {
    run: lease.run,
    append: (...bodies) => tell(store.append(lease, bodies)),
    commit: (plan, changes) => tell(store.commit(lease, plan, changes)),
    freeze: (path, definition) => tell([store.freeze(lease, path, definition)]),
    finish: (status, at, last) => tell([store.finish(lease, status, at, last)]),
    renew: (now) => store.renew(lease, now),
  };
}
