import { accessSync, constants, statSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { errorCode } from "../process/error-code.ts";
import { type SqlDatabase, type SqlDriver, type Transaction, transactionsOf } from "./driver.ts";
import { checkSchema, migrate, migrations } from "./migrations.ts";
import { storeError } from "./sqlite-error.ts";
import { StoreError } from "./store.ts";

/** An open file with the schema of this version, and what is needed to tell its errors. */
export interface SqliteFile {
  readonly path: string;
  readonly driver: SqlDriver;
  readonly database: SqlDatabase;
  readonly transaction: Transaction;
  /** Number of the file in its file system, to notice that another has taken its place. */
  readonly inode: bigint;
}

export interface SqliteFileOptions {
  readonly synchronous: "full" | "normal";
  readonly busyTimeoutMs: number;
}

/** Opens a file, makes it when missing, brings it to the newest schema, and proves that it can be written. */
export async function openSqliteFile(path: string, driver: SqlDriver, options: SqliteFileOptions): Promise<SqliteFile> {
  let database: SqlDatabase | null = null;
  try {
    await makeFolder(dirname(path));
    database = driver.open(path, options.busyTimeoutMs);
    await useWriteAheadLog(database, driver, path, options.busyTimeoutMs);
    configure(database, options);
    migrate(database, path);
    checkSchema(database, path);
    expectWritable(database);
    return {
      path,
      driver,
      database,
      transaction: transactionsOf(database),
      inode: statSync(path, { bigint: true }).ino,
    };
  } catch (error) {
    database?.close();
    throw isUnwritableFolder(error, path, driver) ? readOnlyFolder(path, error) : storeError(error, path, driver);
  }
}

/**
 * Throws when the file was moved, deleted, replaced or cut off: what is written to it now, nobody would find again. It only
 * ever grows; gives its size, to be the least that it must have the next time.
 */
export function expectSameFile({ path, inode }: SqliteFile, leastSize: bigint): bigint {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (found?.ino !== inode)
    throw new StoreError("tampered", `${path} was moved, deleted or replaced while it was open: stop, and put it back`);
  if (found.size >= leastSize) return found.size;
  throw new StoreError("tampered", `${path} was cut off while it was open: stop, and put a copy in its place`);
}

/** State is nobody's to commit: a folder of its own ignores itself (DESIGN.md 6). */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  if (basename(folder) !== ".aml") return;
  try {
    await writeFile(join(folder, ".gitignore"), "*\n", { flag: "wx" });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
}

/** Two processes that make the same file at once both want it alone; SQLite answers at once, whatever the busy timeout. */
async function useWriteAheadLog(
  database: SqlDatabase,
  driver: SqlDriver,
  path: string,
  timeoutMs: number,
): Promise<void> {
  database.exec("PRAGMA page_size = 2048");
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      const mode = database.prepare("PRAGMA journal_mode = WAL").get()?.journal_mode;
      if (mode === "wal") return;
      throw new StoreError("unavailable", `${path} is on a file system without a write-ahead log: use a local one`);
    } catch (error) {
      if (driver.codeOf(error) !== "SQLITE_BUSY" || performance.now() >= deadline) throw error;
      await wait(20);
    }
  }
}

/** Of a connection, not of the file: a WAL file that is opened again would otherwise be synced less. */
function configure(database: SqlDatabase, { synchronous }: SqliteFileOptions): void {
  database.exec(`PRAGMA synchronous = ${synchronous === "full" ? "FULL" : "NORMAL"}`);
  database.exec("PRAGMA foreign_keys = ON");
  // With these on, REPLACE runs the triggers that refuse a delete, and no function of a changed schema is trusted.
  database.exec("PRAGMA recursive_triggers = ON");
  database.exec("PRAGMA trusted_schema = OFF");
}

/** A file that may only be read opens without complaint, and its lock for writing is one for reading: a write tells. */
function expectWritable(database: SqlDatabase): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  } finally {
    database.exec("ROLLBACK");
  }
}

function isUnwritableFolder(error: unknown, path: string, driver: SqlDriver): boolean {
  if (driver.codeOf(error) !== "SQLITE_CANTOPEN") return false;
  try {
    accessSync(dirname(path), constants.W_OK);
    return false;
  } catch {
    return true;
  }
}

function readOnlyFolder(path: string, cause: unknown): StoreError {
  return new StoreError("read-only", `${dirname(path)} cannot be written: check its permissions`, { cause });
}
