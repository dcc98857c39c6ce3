import { hash } from "node:crypto";
import { type SqlDatabase, transactionsOf } from "./driver.ts";
import { numberAt, textAt } from "./rows.ts";
import { approvals } from "./schema/approvals.ts";
import { checkpoints } from "./schema/checkpoints.ts";
import { edges } from "./schema/edges.ts";
import { events } from "./schema/events.ts";
import { plans } from "./schema/plans.ts";
import { runs } from "./schema/runs.ts";
import { todos } from "./schema/todos.ts";
import { StoreError } from "./store.ts";

interface Migration {
  readonly sql: string;
  /** Hash of the whole schema after this migration: neither it nor a file that went through it may be edited. */
  readonly schema: string;
}

/** Append-only: the first brings an empty file to `user_version` 1, and so on. */
export const migrations: readonly Migration[] = [
  {
    sql: runs + events + plans + todos + edges + checkpoints,
    schema: "f75806c9f16ea82ba6b39fef9015608dd00efc389e141ae65ed5408e15bd6c45",
  },
  { sql: approvals, schema: "e91f2cd1299dbae4a826f9f4d5f3e9f431818630ef4944dd1b17913a0c8b60b9" },
];

/** Brings a file to the newest schema. Throws `StoreError` for a newer file and for one that is not ours. */
export function migrate(database: SqlDatabase, path: string): void {
  if (versionOf(database) < migrations.length) {
    transactionsOf(database)("write", () => {
      // Another process may have done it while this one waited for the lock.
      const version = versionOf(database);
      if (version >= migrations.length) return;
      if (version === 0 && !isEmpty(database)) {
        throw new StoreError("not-a-database", `${path} is a SQLite file of another program: choose another path`);
      }
      for (const { sql } of migrations.slice(version)) database.exec(sql);
      database.exec(`PRAGMA user_version = ${migrations.length}`);
    });
  }
  const version = versionOf(database);
  if (version > migrations.length) {
    const found = `${path} was written by a newer version (schema ${version}, this one knows ${migrations.length})`;
    throw new StoreError("newer", `${found}: update, or choose another path`);
  }
}

/** Throws `StoreError("tampered")` when tables, indexes or triggers are not exactly those of the newest migration. */
export function checkSchema(database: SqlDatabase, path: string): void {
  const found = schemaHash(database);
  if (found === migrations.at(-1)?.schema) return;
  throw new StoreError(
    "tampered",
    `the schema of ${path} was changed (hash ${found}): its tables, indexes or triggers are not the ones that were made`,
  );
}

/** SHA-256 of every table, index and trigger, as the file tells them. */
export function schemaHash(database: SqlDatabase): string {
  const lines: string[] = [];
  for (const row of database.prepare(schemaSql).iterate()) lines.push(textAt(row, "definition"));
  return hash("sha256", lines.join("\n"));
}

const schemaSql = `SELECT type || ' ' || name || ' ' || tbl_name || ' ' || sql AS definition FROM sqlite_schema
  WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name`;

function versionOf(database: SqlDatabase): number {
  return numberAt(database.prepare("PRAGMA user_version").get() ?? {}, "user_version");
}

function isEmpty(database: SqlDatabase): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined;
}
