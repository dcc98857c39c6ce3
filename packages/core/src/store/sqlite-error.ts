import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { PlanError } from "../plan/plan-error.ts";
import { errorCode } from "../process/error-code.ts";
import type { SqlDriver } from "./driver.ts";
import { StoreError, type StoreErrorCode } from "./store.ts";

/** Tells an error of SQLite or of the file system as what it is, with what to do; any other is a fault and stays. */
export function storeError(error: unknown, path: string, driver: SqlDriver): unknown {
  if (!(error instanceof Error) || error instanceof StoreError) return error;
  if (error instanceof PlanError) return new StoreError("refused", error.message, { cause: error });
  const code = driver.codeOf(error) ?? errorCode(error);
  const told = code === "SQLITE_IOERR" && isFull(path) ? full : explanations[code];
  if (told === undefined) return error;
  return new StoreError(told.code, `${path} ${told.help} (${error.message})`, { cause: error });
}

/** Where SQLite finds no room for the 32 KiB that its processes share, it tells of a failed disk, not of a full one. */
function isFull(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize < 32 * 1024;
  } catch {
    // Whatever keeps it from telling is told by the error that is being explained.
    return false;
  }
}

interface Explanation {
  readonly code: StoreErrorCode;
  readonly help: string;
}

const notADatabase: Explanation = {
  code: "not-a-database",
  help: "is not a SQLite database: move it away or choose another path",
};
const readOnly: Explanation = {
  code: "read-only",
  help: "cannot be written: check its permissions and those of its folder",
};
const full: Explanation = {
  code: "full",
  help: "cannot grow: the disk is full; nothing of this step was kept. Make room and resume",
};
const locked: Explanation = {
  code: "locked",
  help: "is locked by another process for too long: find out which one holds it, and try again",
};
const corrupt: Explanation = {
  code: "corrupt",
  help: "is damaged: keep a copy, try `sqlite3 FILE .recover`, or move it away",
};
const unavailable: Explanation = {
  code: "unavailable",
  help: "cannot be opened: check that its folder is one this process may use",
};
const broken: Explanation = {
  code: "unavailable",
  help: "cannot be read or written: the disk or the file system failed",
};
const refused: Explanation = { code: "refused", help: "refused a write that breaks a rule" };

const explanations: Readonly<Record<string, Explanation>> = {
  SQLITE_NOTADB: notADatabase,
  SQLITE_READONLY: readOnly,
  SQLITE_FULL: full,
  SQLITE_BUSY: locked,
  SQLITE_LOCKED: locked,
  SQLITE_CORRUPT: corrupt,
  SQLITE_CANTOPEN: unavailable,
  SQLITE_IOERR: broken,
  SQLITE_CONSTRAINT: refused,
  EACCES: readOnly,
  EPERM: readOnly,
  EROFS: readOnly,
  ENOSPC: full,
  EDQUOT: full,
  ENOTDIR: unavailable,
  EEXIST: unavailable,
};
