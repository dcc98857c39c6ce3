import { text } from "node:stream/consumers";
import { openConnection } from "./sql/connection.ts";
import { executeScript } from "./sql/execute.ts";
import type { SqlReply, SqlScript } from "./sql/script.ts";

// The process that a sql step runs in: a time limit can end it at any moment, and SQLite rolls back at the next opening.
const script: SqlScript = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(await replyTo(script)));

async function replyTo(script: SqlScript): Promise<SqlReply> {
  try {
    const database = await openConnection(script.database);
    try {
      return executeScript(database, script);
    } finally {
      database.close();
    }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
