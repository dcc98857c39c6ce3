import { event, type ForbiddenWrite, forgedEvent, numbered } from "./forging.ts";

/** Events that are not the next of their run, or not left as they are. */
export const journal: readonly ForbiddenWrite[] = [
  { what: "an edited event", sql: "UPDATE events SET data = '{}' WHERE seq = 2", because: /never changed/ },
  {
    what: "an event with another number",
    sql: "UPDATE OR REPLACE events SET seq = 1 WHERE seq = 2",
    because: /never changed/,
  },
  {
    what: "an event in another's row",
    sql: `UPDATE OR REPLACE events SET id = ${numbered(1)} WHERE seq = 2`,
    because: /never changed/,
  },
  { what: "a deleted event", sql: "DELETE FROM events WHERE seq = 2", because: /never deleted/ },
  { what: "a replaced event", sql: `REPLACE ${event(numbered(2), 2)}`, because: /next number/ },
  {
    what: "an event that is ignored when it is there",
    sql: `INSERT OR IGNORE ${event(numbered(2), 2)}`,
    because: /next number/,
  },
  { what: "an event that leaves a gap", sql: `INSERT ${event(numbered(99), 99)}`, because: /next number/ },
  { what: "an event before the first", sql: `INSERT ${event(numbered(0), 0)}`, because: /next number/ },
  { what: "an event with a negative number", sql: `INSERT ${event(numbered(-1), -1)}`, because: /next number/ },
  { what: "an event with a forged number", sql: `INSERT ${event(numbered(8), 3)}`, because: /numbered by it/ },
  { what: "an event that is numbered by SQLite", sql: `INSERT ${event("NULL", 8)}`, because: /numbered by it/ },
  { what: "an event of no run", sql: `INSERT ${event("1", 1, "none")}`, because: /belongs to a run/ },
  {
    what: "an event in another run's numbers",
    sql: `INSERT ${event(numbered(14), 3, "over")}`,
    because: /numbered by it/,
  },
];

/** Runs that change hands or end without a record. */
export const runs: readonly ForbiddenWrite[] = [
  {
    what: "a run that ends without a word",
    sql: "UPDATE runs SET status = 'done' WHERE id = 'r1'",
    because: /newest event tells/,
  },
  {
    what: "a run that ends otherwise than its newest event tells",
    sql: `${forgedEvent("run.finished", { status: "failed" })}; UPDATE runs SET status = 'done' WHERE id = 'r1'`,
    because: /newest event tells/,
  },
  {
    what: "a run that ends as no run does",
    sql: `${forgedEvent("run.finished", { status: "fine" })}; UPDATE runs SET status = 'fine' WHERE id = 'r1'`,
    because: /newest event tells/,
  },
  {
    what: "a run that goes on without a driver",
    sql: "UPDATE runs SET status = 'running' WHERE id = 'over'",
    because: /a new fence only/,
  },
  { what: "an older fence", sql: "UPDATE runs SET fence = 0 WHERE id = 'r1'", because: /a fence grows by one/ },
  { what: "a fence that jumps", sql: "UPDATE runs SET fence = 9 WHERE id = 'r1'", because: /a fence grows by one/ },
  {
    what: "another driver under the same fence",
    sql: "UPDATE runs SET driver = '{}' WHERE id = 'r1'",
    because: /a new fence/,
  },
  { what: "a run without its driver", sql: "UPDATE runs SET driver = NULL WHERE id = 'r1'", because: /a new fence/ },
  { what: "a shorter lease", sql: "UPDATE runs SET lease_until = 0 WHERE id = 'r1'", because: /never shortened/ },
  {
    what: "an end of a run that goes on",
    sql: "UPDATE runs SET finished_at = 'x' WHERE id = 'r1'",
    because: /ends when its status/,
  },
  ...["options = '{}'", "text = 'x'", "file = 'x'", "hash = 'x'", "id = 'x'", "number = 9", "started_at = 'x'"].map(
    (column) => ({
      what: `a run with another ${column}`,
      sql: `UPDATE runs SET ${column} WHERE id = 'r1'`,
      because: /started with never changes/,
    }),
  ),
  {
    what: "a run in another's row",
    sql: "UPDATE OR REPLACE runs SET number = 1 WHERE id = 'r1'",
    because: /never changes/,
  },
  { what: "a deleted run", sql: "DELETE FROM runs WHERE id = 'over'", because: /deleted by aml prune/ },
  {
    what: "a replaced run",
    sql: `REPLACE INTO runs (id, status, fence, driver, lease_until, started_at, file, hash, options, text)
      VALUES ('r1', 'running', 1, '{}', 0, '', '', '', '{}', '')`,
    because: /a run is never replaced/,
  },
];

/** Answers without a record, and second ones. */
export const checkpoints: readonly ForbiddenWrite[] = [
  {
    what: "an answer that no event tells of",
    sql: `UPDATE checkpoints SET answer = '{"choice":"approve"}' WHERE id = 'plan::ask#1:manual'`,
    because: /needs its event/,
  },
  {
    what: "an answer that the newest event gives to another checkpoint",
    sql: `${forgedEvent("checkpoint.answered", { checkpoint: "plan::x#1:blocked" })};
      UPDATE checkpoints SET answer = '{"choice":"approve"}' WHERE id = 'plan::ask#1:manual'`,
    because: /needs its event/,
  },
  ...[
    "step = 'b'",
    "attempt = 2",
    "reason = 'gate'",
    "checkpoint = '{}'",
    "id = 'x'",
    "rowid = 9",
    "design_id = 'x'",
  ].map((column) => ({
    what: `a checkpoint with another ${column}`,
    sql: `UPDATE checkpoints SET ${column} WHERE id = 'plan::ask#1:manual'`,
    because: /a checkpoint never changes/,
  })),
  {
    what: "a second answer",
    sql: `${forgedEvent("checkpoint.answered", { checkpoint: "plan::ask#1:manual" })};
      UPDATE checkpoints SET answer = '{"choice":"approve"}' WHERE id = 'plan::ask#1:manual';
      ${forgedEvent("checkpoint.answered", { checkpoint: "plan::ask#1:manual" })};
      UPDATE checkpoints SET answer = '{"choice":"reject"}' WHERE id = 'plan::ask#1:manual'`,
    because: /answered once/,
  },
  {
    what: "a checkpoint that no event opened",
    sql: `INSERT INTO checkpoints VALUES ('plan::b#1:manual', 'plan', 'b', 1, 'manual', '{}', NULL)`,
    because: /with its event/,
  },
  {
    what: "a checkpoint that opens with its answer",
    sql: `${forgedEvent("checkpoint.opened", { checkpoint: { id: "c" } })};
      INSERT INTO checkpoints VALUES ('c', 'plan', 'b', 1, 'manual', '{}', '{}')`,
    because: /without an answer/,
  },
  {
    what: "a replaced checkpoint",
    sql: `${forgedEvent("checkpoint.opened", { checkpoint: { id: "plan::ask#1:manual" } })};
      REPLACE INTO checkpoints VALUES ('plan::ask#1:manual', 'plan', 'ask', 1, 'manual', '{}', NULL)`,
    because: /a checkpoint is never replaced/,
  },
  { what: "a deleted checkpoint", sql: "DELETE FROM checkpoints", because: /checkpoints are never deleted/ },
];

/** Approvals that are asked, answered or closed twice, or out of nothing. */
export const approvals: readonly ForbiddenWrite[] = [
  {
    what: "an approval that is asked twice",
    sql: `${forgedEvent("approval.asked", { approval: { id: "permission-1" } })};
      ${forgedEvent("approval.asked", { approval: { id: "permission-1" } })}`,
    because: /asked once/,
  },
  {
    what: "an approval without an id",
    sql: forgedEvent("approval.asked", { approval: {} }),
    because: /asked once/,
  },
  {
    what: "an answer to an approval that nobody asked for",
    sql: forgedEvent("approval.answered", { approval: "permission-1", answer: { choice: "approve" } }),
    because: /after it was asked/,
  },
  ...["answered", "closed"].map((second) => ({
    what: `an approval that is answered and then ${second}`,
    sql: `${forgedEvent("approval.asked", { approval: { id: "permission-1" } })};
      ${forgedEvent("approval.answered", { approval: "permission-1" })};
      ${forgedEvent(`approval.${second}`, { approval: "permission-1" })}`,
    because: /answered or closed once/,
  })),
];
