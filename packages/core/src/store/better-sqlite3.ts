import { createRequire } from "node:module";
import { errorCode } from "../process/error-code.ts";
import type { SqlDatabase, SqlDriver } from "./driver.ts";

/** The members of better-sqlite3 12 that are used. */
interface Library {
  new (path: string, options: { readonly timeout: number }): SqlDatabase;
}

/** Loads better-sqlite3. Throws when it is not installed, or was compiled for another Node. */
export function loadBetterSqlite3(): SqlDriver {
  const Database: Library = createRequire(import.meta.url)("better-sqlite3");
  // The native part loads with the first connection: better to fail here than in the middle of opening a file.
  new Database(":memory:", { timeout: 0 }).close();
  return {
    name: "better-sqlite3",
    open: (path, busyTimeoutMs) => new Database(path, { timeout: busyTimeoutMs }),
    // `SQLITE_CONSTRAINT_TRIGGER` is an extended code: its primary one has two words.
    codeOf: (error) => /^SQLITE_[A-Z]+/.exec(errorCode(error))?.[0] ?? null,
  };
}
