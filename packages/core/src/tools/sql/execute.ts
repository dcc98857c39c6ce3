import type { SqlConnection } from "./connection.ts";
import { type RowsText, rowsAsJson } from "./rows-as-json.ts";
import type { PreparedStatement, SqlReply, SqlScript } from "./script.ts";

/** Runs a script on an open database: kept as a whole or not at all, unless it says otherwise itself (diagram.md 3). */
export function executeScript(database: SqlConnection, script: SqlScript): SqlReply {
  const { mode, from } = script.transaction;
  const before = totalChanges(database);
  let rows: RowsText | null = null;
  try {
    for (const [index, statement] of script.statements.entries()) {
      if (index === from) database.exec(mode === "write" ? "BEGIN IMMEDIATE" : "BEGIN");
      rows = run(database, statement, script.outputLimit) ?? rows;
    }
    if (mode === "own") assertEnded(database);
    else if (from < script.statements.length) database.exec("COMMIT");
  } catch (error) {
    rolledBack(database);
    return { ok: false, message: messageOf(error) };
  }
  const changes = totalChanges(database) - before;
  const text = `${changes} ${changes === 1n ? "row" : "rows"} changed`;
  return { ok: true, text, cutBytes: 0, cutRows: 0, ...rows };
}

function run(database: SqlConnection, { sql, line, parameters }: PreparedStatement, limit: number): RowsText | null {
  try {
    const result = database.query(sql, parameters);
    return result === null ? null : rowsAsJson(result, limit);
  } catch (error) {
    throw new Error(`line ${line}: ${messageOf(error)}`, { cause: error });
  }
}

function assertEnded(database: SqlConnection): void {
  if (rolledBack(database)) throw new Error("the script began a transaction and did not end it: it was rolled back");
}

/** Whether there was a transaction: SQLite refuses to roll back what it has rolled back, or never began. */
function rolledBack(database: SqlConnection): boolean {
  try {
    database.exec("ROLLBACK");
    return true;
  } catch {
    return false;
  }
}

/** Counted over the whole script, since a statement's own count is stale after one that changes none. */
function totalChanges(database: SqlConnection): bigint {
  const [row] = database.query("SELECT total_changes()", {})?.rows ?? [];
  return BigInt(String(row?.[0] ?? 0));
}

/** Bounded, since SQLite quotes what it does not understand. */
function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 2_000);
}
