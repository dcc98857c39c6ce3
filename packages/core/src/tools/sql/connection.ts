import { createRequire } from "node:module";
import { chooseDriver } from "../../store/choose-driver.ts";
import type { SqlParameter } from "./script.ts";

/** A database as a script needs it: rows one by one, whole numbers of any size, columns by place. */
export interface SqlConnection {
  exec(sql: string): void;
  /** Runs one statement; null when it is of a kind that gives no rows. */
  query(sql: string, parameters: Readonly<Record<string, SqlParameter>>): SqlRows | null;
  close(): void;
}

export interface SqlRows {
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly unknown[]>;
}

const busyTimeoutMs = 5_000;

/** Opens the file with the driver that the store would choose, creating it when missing. */
export async function openConnection(path: string): Promise<SqlConnection> {
  const { name } = await chooseDriver(process.env.AML_SQLITE);
  return name === "better-sqlite3" ? betterSqlite3(path) : nodeSqlite(path);
}

/** The members of better-sqlite3 12 that are used. */
interface BetterSqlite3 {
  new (
    path: string,
    options: { readonly timeout: number },
  ): {
    exec(sql: string): void;
    prepare(sql: string): BetterStatement;
    close(): void;
  };
}

interface BetterStatement {
  readonly reader: boolean;
  raw(): BetterStatement;
  safeIntegers(): BetterStatement;
  columns(): { readonly name: string }[];
  iterate(parameters: object): Iterable<unknown[]>;
  run(parameters: object): unknown;
}

function betterSqlite3(path: string): SqlConnection {
  const Database: BetterSqlite3 = createRequire(import.meta.url)("better-sqlite3");
  const database = new Database(path, { timeout: busyTimeoutMs });
  return {
    exec: (sql) => database.exec(sql),
    query: (sql, parameters) => {
      const statement = database.prepare(sql);
      if (!statement.reader) {
        statement.run(bindable(parameters));
        return null;
      }
      const columns = statement.columns().map(({ name }) => name);
      return { columns, rows: statement.raw().safeIntegers().iterate(bindable(parameters)) };
    },
    close: () => database.close(),
  };
}

/** The members of `node:sqlite` that are used, of Node 22.16 and later. */
interface NodeSqlite {
  readonly DatabaseSync: new (
    path: string,
  ) => {
    exec(sql: string): void;
    prepare(sql: string): NodeStatement;
    close(): void;
  };
}

interface NodeStatement {
  columns(): { readonly name: string }[];
  setReadBigInts(enabled: boolean): void;
  setReturnArrays(enabled: boolean): void;
  iterate(parameters: object): Iterable<unknown[]>;
  run(parameters: object): unknown;
}

function nodeSqlite(path: string): SqlConnection {
  const { DatabaseSync }: NodeSqlite = createRequire(import.meta.url)("node:sqlite");
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  return {
    exec: (sql) => database.exec(sql),
    query: (sql, parameters) => {
      const statement = database.prepare(sql);
      if (!("setReturnArrays" in statement)) throw new Error("sql steps need Node 22.16 or later, or better-sqlite3");
      const columns = statement.columns().map(({ name }) => name);
      if (columns.length === 0) {
        statement.run(bindable(parameters));
        return null;
      }
      statement.setReadBigInts(true);
      statement.setReturnArrays(true);
      return { columns, rows: statement.iterate(bindable(parameters)) };
    },
    close: () => database.close(),
  };
}

/** Plain numbers would be bound as floating point. */
function bindable(parameters: Readonly<Record<string, SqlParameter>>): Record<string, string | bigint> {
  const entries = Object.entries(parameters);
  return Object.fromEntries(entries.map(([name, value]) => [name, typeof value === "number" ? BigInt(value) : value]));
}
