/** What a parameter may be. */
export type SqlValue = string | number | null;

/** A row as it comes: what is read from it is checked (`rows.ts`). */
export type SqlRow = Readonly<Record<string, unknown>>;

/** A statement that was prepared once. */
export interface SqlStatement {
  run(...values: SqlValue[]): { readonly changes: number | bigint };
  get(...values: SqlValue[]): SqlRow | undefined;
  /** One row after the other: nothing else may run on the connection until the last. */
  iterate(...values: SqlValue[]): Iterable<SqlRow>;
}

/** One connection to one SQLite file; everything in it is synchronous. */
export interface SqlDatabase {
  exec(sql: string): void;
  prepare(sql: string): SqlStatement;
  close(): void;
}

/** A library that speaks SQLite. */
export interface SqlDriver {
  readonly name: "better-sqlite3" | "node:sqlite";
  /** Opens the file, creating it when missing; waits up to `busyTimeoutMs` for another process's lock. */
  open(path: string, busyTimeoutMs: number): SqlDatabase;
  /** SQLite's primary result code of an error that came out of a call; null for any other error. */
  codeOf(error: unknown): string | null;
}

/** Does `work` in one transaction: all of it is kept or none. A write takes its lock before it reads anything. */
export type Transaction = <Result>(mode: "read" | "write", work: () => Result) => Result;

/** Transactions of one connection, their statements prepared once. */
export function transactionsOf(database: SqlDatabase): Transaction {
  const begin = { read: database.prepare("BEGIN"), write: database.prepare("BEGIN IMMEDIATE") };
  const commit = database.prepare("COMMIT");
  return (mode, work) => {
    begin[mode].run();
    try {
      const result = work();
      commit.run();
      return result;
    } catch (error) {
      rollBack(database);
      throw error;
    }
  };
}

/** After a full disk or a read error SQLite has rolled back by itself, and says so: the first error is the one to tell. */
function rollBack(database: SqlDatabase): void {
  try {
    database.exec("ROLLBACK");
  } catch {
    return;
  }
}
