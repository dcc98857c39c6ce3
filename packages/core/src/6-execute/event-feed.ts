import type { Event } from "../journal/events.ts";

/** The events of a run as they become durable; each reader gets all of them, from the first. */
export interface EventFeed extends AsyncIterable<Event> {
  push(event: Event): void;
  end(): void;
}

export function eventFeed(earlier: readonly Event[] = [], listen: (event: Event) => void = () => {}): EventFeed {
  const events = [...earlier];
  const waiting = new Set<() => void>();
  let isEnded = false;
  const wakeAll = () => {
    const readers = [...waiting];
    waiting.clear();
    for (const wake of readers) wake();
  };
  return {
    push(event) {
      events.push(event);
      listen(event);
      wakeAll();
    },
    end() {
      isEnded = true;
      wakeAll();
    },
    async *[Symbol.asyncIterator]() {
      for (let next = 0; ; next++) {
        while (next >= events.length) {
          if (isEnded) return;
          await new Promise<void>((wake) => waiting.add(wake));
        }
        const event = events[next];
        if (event !== undefined) yield event;
      }
    },
  };
}
