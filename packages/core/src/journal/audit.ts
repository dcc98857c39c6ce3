import { emptyHead, hashOf } from "./chain.ts";
import type { Event } from "./events.ts";

export interface ChainReport {
  readonly ok: boolean;
  readonly records: number;
  /** Hash of the last record that follows from those before it. */
  readonly head: string;
  readonly firstBad?: { readonly seq: number; readonly reason: string };
}

/**
 * Checks a run's whole journal (agents.md 3): an edited, dropped, reordered or cut-off record is found. A chain that was
 * hashed anew or cut at its end is found only against a `head` that was kept elsewhere; a run that went on since is fine.
 */
export function verifyChain(events: readonly Event[], head?: string): ChainReport {
  let previous = emptyHead.hash;
  let holdsHead = head === undefined || head === previous;
  const run = events[0]?.run;
  for (const [index, event] of events.entries()) {
    const reason = faultOf(event, index + 1, run, previous);
    if (reason !== null) {
      return { ok: false, records: events.length, head: previous, firstBad: { seq: index + 1, reason } };
    }
    previous = event.hash;
    holdsHead ||= event.hash === head;
  }
  if (holdsHead) return { ok: true, records: events.length, head: previous };
  const reason = `no record has the kept head ${head}: records were cut off the end, or the chain was hashed anew`;
  return { ok: false, records: events.length, head: previous, firstBad: { seq: events.length, reason } };
}

function faultOf(event: Event, seq: number, run: string | undefined, previous: string): string | null {
  if (event.seq !== seq) return `record ${seq} is missing or out of order: record ${event.seq} is in its place`;
  if (event.run !== run) return `belongs to another run, ${event.run}`;
  if (event.hash !== hashOf(previous, event)) return "does not match its hash: it was edited, or the one before it was";
  return null;
}
