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
  /** Tells what becomes durable from now on, to a part of the run that has to act on it. */
  subscribe(listener: (event: Event) => void): void;
  /** Hands on what others have appended since: a person's answer, or the wish to end the run. */
  poll(): void;
}

export function runJournal(store: Store, lease: Lease, first: (event: Event) => void): RunJournal {
  const listeners = [first];
  const listen = (event: Event) => {
    for (const listener of listeners) listener(event);
  };
  let told = store.events(lease.run).at(-1)?.seq ?? 0;
  /** Others append too, a person's answer for one: what came between is told first, so that a reader misses nothing. */
  const tell = (events: readonly Event[]) => {
    const [first] = events;
    if (first === undefined) return;
    const between = first.seq > told + 1 ? store.events(lease.run, told).filter(({ seq }) => seq < first.seq) : [];
    for (const event of [...between, ...events]) {
      told = event.seq;
      listen(event);
    }
  };
  return {
    run: lease.run,
    append: (...bodies) => tell(store.append(lease, bodies)),
    commit: (plan, changes) => tell(store.commit(lease, plan, changes)),
    freeze: (path, definition) => tell([store.freeze(lease, path, definition)]),
    finish: (status, at, last) => tell([store.finish(lease, status, at, last)]),
    subscribe: (listener) => void listeners.push(listener),
    renew: (now) => store.renew(lease, now),
    poll() {
      for (const event of store.events(lease.run, told)) {
        told = event.seq;
        listen(event);
      }
    },
  };
}
