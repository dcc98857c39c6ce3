import { createRequire } from "node:module";
import type { SqlDatabase, SqlDriver } from "./driver.ts";

/** The members of `node:sqlite` that are used. */
interface Library {
  readonly DatabaseSync: new (path: string) => SqlDatabase;
}

/** Loads Node's own SQLite (22.13 and later). Throws where this Node has none. */
export function loadNodeSqlite(): SqlDriver {
  const { DatabaseSync } = withoutWarning(() => library());
  return {
    name: "node:sqlite",
    open: (path, busyTimeoutMs) => {
      const connection = new DatabaseSync(path);
      connection.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
      return connection;
    },
    codeOf: (error) => {
      if (!(error instanceof Error && "errcode" in error && typeof error.errcode === "number")) return null;
      return resultCodes[error.errcode & 0xff] ?? `SQLITE_${error.errcode & 0xff}`;
    },
  };
}

function library(): Library {
  return createRequire(import.meta.url)("node:sqlite");
}

/** Node 22 and 24 call the module experimental on standard error each time: no news to who runs a document. */
function withoutWarning<Result>(load: () => Result): Result {
  const emitWarning = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** https://sqlite.org/rescode.html, those that are told apart. */
const resultCodes: Readonly<Record<number, string>> = {
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  19: "SQLITE_CONSTRAINT",
  26: "SQLITE_NOTADB",
};
