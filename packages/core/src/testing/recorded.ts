import type { Event, EventBody } from "../journal/events.ts";

/** Events as a journal would have them, a second apart from 03:02:01 on; their hashes are stand-ins. */
export function recorded(bodies: readonly EventBody[]): Event[] {
  return bodies.map((body, index) => ({
    ...body,
    seq: index + 1,
    at: new Date(Date.UTC(2026, 4, 4, 3, 2, 1 + index)).toISOString(),
    run: "r1",
    hash: `hash-${index + 1}`,
  }));
}
