import { describe, expect, it } from "vitest";
import { verifyChain } from "./audit.ts";
import { emptyHead, type Head, seal } from "./chain.ts";
import type { Event } from "./events.ts";

/** A journal of remarks, chained as a store does it. */
function journal(messages: readonly string[], run = "r1"): Event[] {
  let head: Head = emptyHead;
  return messages.map((message) => {
    const body = { type: "note.recorded", path: "0", data: { code: "N", message } } as const;
    const { event } = seal(head, run, "2026-05-04T03:02:01.000Z", body);
    head = event;
    return event;
  });
}

const whole = journal(["a", "b", "c", "d"]);
const [a, b, c, d] = whole;
if (a === undefined || b === undefined || c === undefined || d === undefined)
  throw new Error("four records are needed");
const edited: Event = { ...b, type: "note.recorded", data: { code: "N", message: "B" } };

describe("a journal that nobody touched", () => {
  it("is whole, and its head is the hash of its last record", () => {
    expect(verifyChain(whole)).toEqual({ ok: true, records: 4, head: d.hash });
  });

  it("is whole without a record, with the head that every chain begins at", () => {
    expect(verifyChain([])).toEqual({ ok: true, records: 0, head: "0".repeat(64) });
    expect(verifyChain([], "0".repeat(64)).ok).toBe(true);
  });

  it("has the head that was kept, also when the run went on since", () => {
    expect(verifyChain(whole, d.hash).ok).toBe(true);
    expect(verifyChain(whole, b.hash).ok).toBe(true);
  });

  it("is hashed as SHA-256 of the hash before it, a line end and the record as canonical JSON", () => {
    // printf '%s\n%s' 000...0 '{"at":...}' | sha256sum
    expect(a.hash).toBe("4d96cd08774721a09ff71359b5e400349dc900760b2a4aec7ec4d2ff32561fb4");
  });
});

describe("a journal that was touched", () => {
  const cases: readonly { what: string; events: readonly Event[]; seq: number; reason: RegExp }[] = [
    { what: "an edited record", events: [a, edited, c, d], seq: 2, reason: /does not match its hash/ },
    {
      what: "a record of another time",
      events: [a, { ...b, at: "2027-01-01T00:00:00.000Z" }, c, d],
      seq: 2,
      reason: /its hash/,
    },
    { what: "a record of another place", events: [a, { ...b, path: "9" }, c, d], seq: 2, reason: /its hash/ },
    { what: "a record without its place", events: [a, withoutPath(b), c, d], seq: 2, reason: /its hash/ },
    { what: "a dropped record", events: [a, c, d], seq: 2, reason: /record 2 is missing or out of order: record 3/ },
    { what: "a dropped first record", events: [b, c, d], seq: 1, reason: /record 1 is missing/ },
    { what: "swapped records", events: [a, c, b, d], seq: 2, reason: /record 2 is missing or out of order: record 3/ },
    {
      what: "swapped records with their numbers mended",
      events: [a, { ...c, seq: 2 }, { ...b, seq: 3 }, d],
      seq: 2,
      reason: /its hash/,
    },
    { what: "a record twice", events: [a, b, b, c], seq: 3, reason: /record 3 is missing/ },
    {
      what: "an inserted record",
      events: [a, { ...b, hash: "f".repeat(64) }, { ...b, seq: 3 }],
      seq: 2,
      reason: /its hash/,
    },
    {
      what: "records of two runs",
      events: [a, ...journal(["a", "b"], "r2").slice(1)],
      seq: 2,
      reason: /belongs to another run, r2/,
    },
  ];
  it.each(cases)("is found: $what", ({ events, seq, reason }) => {
    const report = verifyChain(events);
    expect(report).toMatchObject({ ok: false, records: events.length, firstBad: { seq } });
    expect(report.firstBad?.reason).toMatch(reason);
  });

  it("is found where its end was cut off, by whoever kept the head", () => {
    expect(verifyChain([a, b]).ok).toBe(true);
    expect(verifyChain([a, b], d.hash)).toMatchObject({ ok: false, firstBad: { seq: 2, reason: /cut off the end/ } });
    expect(verifyChain([], d.hash)).toMatchObject({ ok: false, firstBad: { seq: 0 } });
  });

  it("is found where it was hashed anew, by whoever kept the head", () => {
    const anew = journal(["a", "B", "c", "d"]);
    expect(verifyChain(anew).ok).toBe(true);
    expect(verifyChain(anew, d.hash)).toMatchObject({ ok: false, firstBad: { reason: /hashed anew/ } });
  });
});

function withoutPath(event: Event): Event {
  const { path: _, ...rest } = event;
  return rest;
}
