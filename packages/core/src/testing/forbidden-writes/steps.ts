import { type ForbiddenWrite, forgedEvent, leased, released, told } from "./forging.ts";

/** Statuses outside the rules of diagram.md 5, or without their record. */
export const statuses: readonly ForbiddenWrite[] = [
  {
    what: "a pending step that is set to done",
    sql: "UPDATE todos SET status = 'done' WHERE id = 'plan::b'",
    because: /no such transition/,
  },
  {
    what: "a status that no step has",
    sql: `${told("step.finished", "gate")}; UPDATE todos SET status = 'finished', ${released} WHERE id = 'plan::gate'`,
    because: /no such transition/,
  },
  {
    what: "no status at all",
    sql: "UPDATE OR REPLACE todos SET status = NULL WHERE id = 'plan::gate'",
    because: /no such transition|NOT NULL/,
  },
  {
    what: "the start of a step with an open edge in",
    sql: `${told("step.started", "b")}; UPDATE todos SET status = 'in_progress', attempt = 1, ${leased} WHERE id = 'plan::b'`,
    because: /not ready/,
  },
  {
    what: "a status that the newest event does not tell of",
    sql: `UPDATE todos SET status = 'waiting', ${released} WHERE id = 'plan::gate'`,
    because: /needs its event/,
  },
  {
    what: "a status that the newest event tells of another step",
    sql: `${told("step.waiting", "a")}; UPDATE todos SET status = 'waiting', ${released} WHERE id = 'plan::gate'`,
    because: /needs its event/,
  },
  {
    what: "a status that the newest event tells of another attempt",
    sql: `${told("step.waiting", "gate", 2)}; UPDATE todos SET status = 'waiting', ${released} WHERE id = 'plan::gate'`,
    because: /needs its event/,
  },
  {
    what: "a status that the newest event tells of another plan",
    sql: `${forgedEvent("step.waiting", { attempt: 1, plan: "other", step: "gate" })};
      UPDATE todos SET status = 'waiting', ${released} WHERE id = 'plan::gate'`,
    because: /needs its event/,
  },
  {
    what: "a status that an event tells of which is no longer the newest",
    sql: `${told("step.waiting", "gate")}; ${forgedEvent("note.recorded", {})};
      UPDATE todos SET status = 'waiting', ${released} WHERE id = 'plan::gate'`,
    because: /needs its event/,
  },
  {
    what: "a status that the newest event of another run tells of",
    sql: `${forgedEvent("step.waiting", { attempt: 1, plan: "plan", step: "gate" }, "over")};
      UPDATE todos SET status = 'waiting', ${released} WHERE id = 'plan::gate'`,
    because: /needs its event/,
  },
  {
    what: "a done step that starts again",
    sql: `${told("step.started", "a", 2)}; UPDATE todos SET status = 'in_progress', attempt = 2, ${leased} WHERE id = 'plan::a'`,
    because: /no such transition/,
  },
  {
    what: "a done step that is pending again",
    sql: `${told("step.pending", "a")}; UPDATE todos SET status = 'pending' WHERE id = 'plan::a'`,
    because: /no such transition/,
  },
  {
    what: "a blocked step that is done",
    sql: `${told("step.done", "x")}; UPDATE todos SET status = 'done', open_in = -1 WHERE id = 'plan::x'`,
    because: /no such transition/,
  },
  {
    what: "a step that is routed away although an edge to it is open",
    sql: `${told("step.skipped", "b", 0)};
      UPDATE todos SET status = 'skipped', skipped = 'routed', open_in = -1 WHERE id = 'plan::b'`,
    because: /routed away when all edges/,
  },
  {
    what: "a skip without a reason",
    sql: `${told("step.skipped", "x")}; UPDATE todos SET status = 'skipped', open_in = -1 WHERE id = 'plan::x'`,
    because: /a skip has a reason/,
  },
  {
    what: "a skip for a reason that there is not",
    sql: `${told("step.skipped", "x")}; UPDATE todos SET status = 'skipped', skipped = 'bored', open_in = -1 WHERE id = 'plan::x'`,
    because: /a skip has a reason/,
  },
  {
    what: "a status change that counts attempts",
    sql: `${told("step.pending", "gate", 9)}; UPDATE todos SET status = 'pending', attempt = 9, ${released} WHERE id = 'plan::gate'`,
    because: /an attempt is counted when it starts/,
  },
  {
    what: "a status change that invents failures",
    sql: `${told("step.pending", "gate")}; UPDATE todos SET status = 'pending', failures = 7, ${released} WHERE id = 'plan::gate'`,
    because: /an attempt is counted when it starts/,
  },
  {
    what: "a step that waits under a lease",
    sql: `${told("step.waiting", "gate")}; UPDATE todos SET status = 'waiting' WHERE id = 'plan::gate'`,
    because: /leased while it is in progress/,
  },
  {
    what: "a status change that settles counters",
    sql: `${told("step.waiting", "gate")}; UPDATE todos SET status = 'waiting', live_in = 3, ${released} WHERE id = 'plan::gate'`,
    because: /leaves the counters alone/,
  },
  {
    what: "a status change that renames the step",
    sql: `${told("step.waiting", "gate")}; UPDATE todos SET status = 'waiting', title = 'x', ${released} WHERE id = 'plan::gate'`,
    because: /what a step is never changes/,
  },
];

/** What changes with a status only. */
export const columns: readonly ForbiddenWrite[] = [
  ...[
    "attempt = 2",
    "failures = 1",
    "result = '{}'",
    "lease_owner = 'me'",
    "lease_until = 0",
    "started_at = 'now'",
  ].map((column) => ({
    what: `${column} by itself`,
    sql: `UPDATE todos SET ${column} WHERE id = 'plan::gate'`,
    because: /change with the status only/,
  })),
  ...["label = 'yes'", "label_key = 'yes'", "skipped = 'waived'", "updated_at = 'now'"].map((column) => ({
    what: `${column} by itself`,
    sql: `UPDATE todos SET ${column} WHERE id = 'plan::gate'`,
    because: /change with the status only/,
  })),
  ...["open_in = 0", "open_in = 1", "live_in = 1", "last_in = 3", "open_in = 1, last_in = 3"].map((column) => ({
    what: `${column} of a step that no edge has reached`,
    sql: `UPDATE todos SET ${column} WHERE id = 'plan::join'`,
    because: /counters change only with an edge/,
  })),
  {
    what: "counting an edge that was counted before",
    sql: "UPDATE todos SET open_in = -1, live_in = 2, last_in = 0 WHERE id = 'plan::gate'",
    because: /counters change only with an edge/,
  },
];
