import fc from "fast-check";

const statuses = fc.constantFrom("pending", "in_progress", "done", "skipped", "blocked", "waiting", "nonsense");
const text = fc.constantFrom("'x'", "NULL", "'2026-05-04T03:02:01.000Z'", '\'{"text":""}\'', "'yes'");
const number = fc.integer({ min: -2, max: 4 });
const tables = fc.constantFrom(
  "todos",
  "todo_deps",
  "dde_edges",
  "dde_gates",
  "plans",
  "runs",
  "events",
  "checkpoints",
);
/** Those that have row numbers. */
const numbered = fc.constantFrom("todos", "dde_gates", "plans", "runs", "events", "checkpoints");
const row = (table: string, place: number) => `rowid = (SELECT min(rowid) + ${place} FROM ${table})`;

const column = fc.oneof(
  statuses.map((status) => `status = '${status}'`),
  fc
    .tuple(fc.constantFrom("attempt", "failures", "open_in", "live_in", "last_in", "edges_in", "seq"), number)
    .map(([name, value]) => `${name} = ${value}`),
  fc
    .tuple(fc.constantFrom("result", "lease_owner", "label", "skipped", "title", "description", "started_at"), text)
    .map(([name, value]) => `${name} = ${value}`),
);

/** Writes to the tables of a store that nobody but the store itself has any business with (diagram.md 4). */
export const foreignSql: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(fc.uniqueArray(column, { minLength: 1, maxLength: 4, selector: (set) => set.split(" ")[0] }), fc.nat(8))
    .map(([set, place]) => `UPDATE todos SET ${set.join(", ")} WHERE ${row("todos", place)}`),
  fc
    .tuple(fc.constantFrom("live", "dead", "open"), fc.nat(12))
    .map(([state, place]) => `UPDATE dde_edges SET state = '${state}' WHERE seq = ${place}`),
  tables.map((table) => `DELETE FROM ${table}`),
  tables.map((table) => `REPLACE INTO ${table} SELECT * FROM ${table} LIMIT 1`),
  fc.tuple(numbered, number).map(([table, place]) => `UPDATE OR REPLACE ${table} SET rowid = ${place}`),
  fc.constantFrom(
    "UPDATE plans SET design_id = 'other'",
    "UPDATE plans SET diagram = 'flowchart LR'",
    "UPDATE runs SET status = 'done', finished_at = '2026-05-04T03:02:01.000Z'",
    "UPDATE runs SET fence = fence + 1",
    'UPDATE checkpoints SET answer = \'{"choice":"approve","actor":"me","at":""}\'',
    "UPDATE events SET data = '{}'",
  ),
  fc.tuple(statuses, fc.nat(8)).map(([status, place]) => forgedStep(status, place)),
);

/** The legal way walked by hand: an event that tells of the change, and then the change. */
function forgedStep(status: string, place: number): string {
  const type = status === "in_progress" ? "started" : status;
  return `INSERT INTO events (id, run_id, seq, at, type, hash, data)
    SELECT r.number << 32 | e.seq + 1, r.id, e.seq + 1, '2026-05-04T03:02:01.000Z', 'step.${type}', '${"0".repeat(64)}',
      json_object('plan', t.design_id, 'step', t.node, 'attempt', t.attempt)
    FROM runs r JOIN (SELECT run_id, max(seq) AS seq FROM events GROUP BY run_id) e ON e.run_id = r.id
      JOIN plans p ON p.run_id = r.id JOIN todos t USING (design_id) WHERE t.${row("todos", place)};
  UPDATE todos SET status = '${status}' WHERE ${row("todos", place)}`;
}
