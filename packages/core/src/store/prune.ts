import type { SqlRow } from "./driver.ts";
import { checkSchema } from "./migrations.ts";
import { driverOf } from "./records.ts";
import { textAt } from "./rows.ts";
import type { SqliteFile } from "./sqlite-file.ts";
import { StoreError } from "./store.ts";

/** What is deleted of a run, what refers to other rows before the rows it refers to. */
const deletions = [
  "DELETE FROM checkpoints WHERE design_id IN (SELECT design_id FROM plans WHERE run_id = ?)",
  `DELETE FROM dde_gates WHERE gate_id IN (SELECT t.id FROM plans p JOIN todos t USING (design_id) WHERE p.run_id = ?)`,
  "DELETE FROM dde_edges WHERE design_id IN (SELECT design_id FROM plans WHERE run_id = ?)",
  `DELETE FROM todo_deps WHERE todo_id IN (SELECT t.id FROM plans p JOIN todos t USING (design_id) WHERE p.run_id = ?)`,
  "DELETE FROM todos WHERE design_id IN (SELECT design_id FROM plans WHERE run_id = ?)",
  "DELETE FROM plans WHERE run_id = ?",
  `DELETE FROM events WHERE id IN (SELECT e.id FROM runs r JOIN events e
    ON e.id BETWEEN r.number << 32 AND (r.number << 32 | 4294967295) WHERE r.id = ?)`,
  "DELETE FROM runs WHERE id = ?",
];

/**
 * Deletes runs that nobody drives, with all that belongs to them. The triggers that refuse a delete are taken away and put
 * back within the transaction, so that no other connection ever sees the file without them.
 */
export function pruneRuns({ database, path, transaction }: SqliteFile, runs: readonly string[]): void {
  // Looking for rows that refer to each deleted one would take quadratic time; all of them are deleted here.
  database.exec("PRAGMA foreign_keys = OFF");
  try {
    transaction("write", () => {
      checkSchema(database, path);
      for (const run of runs) expectIdle(database.prepare("SELECT driver FROM runs WHERE id = ?").get(run), run);
      const guards = Array.from(database.prepare(deleteGuards).iterate(), (row) => ({
        name: textAt(row, "name"),
        sql: textAt(row, "sql"),
      }));
      for (const { name } of guards) database.exec(`DROP TRIGGER ${name}`);
      for (const sql of deletions) {
        const statement = database.prepare(sql);
        for (const run of runs) statement.run(run);
      }
      for (const { sql } of guards) database.exec(sql);
      checkSchema(database, path);
    });
  } finally {
    database.exec("PRAGMA foreign_keys = ON");
  }
}

const deleteGuards =
  "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name LIKE '%\\_delete' ESCAPE '\\'";

function expectIdle(row: SqlRow | undefined, run: string): void {
  if (row === undefined) throw new StoreError("unknown", `there is no run ${run}`);
  const holder = driverOf(row);
  if (holder === undefined) return;
  throw new StoreError(
    "refused",
    `run ${run} is held by process ${holder.pid} on ${holder.host}: cancel or resume it first`,
  );
}
