import type { SqlDriver } from "./driver.ts";
import { StoreError } from "./store.ts";

/**
 * Node's own SQLite where there is one, else better-sqlite3; `AML_SQLITE` names one of them instead (DESIGN.md 4).
 * Imported on demand, so that nobody who opens no store loads native code.
 */
export async function chooseDriver(wanted: string | undefined): Promise<SqlDriver> {
  if (wanted === undefined || wanted === "") return (await tryNodeSqlite()) ?? (await betterSqlite3());
  if (wanted === "better-sqlite3") return await betterSqlite3();
  if (wanted !== "node:sqlite") {
    throw new StoreError(
      "unavailable",
      `AML_SQLITE is "${wanted}": set it to better-sqlite3 or node:sqlite, or unset it`,
    );
  }
  const driver = await tryNodeSqlite();
  if (driver !== null) return driver;
  throw new StoreError("unavailable", `Node ${process.versions.node} has no node:sqlite: use Node 22.13 or later`);
}

/** Null where this Node has none. */
async function tryNodeSqlite(): Promise<SqlDriver | null> {
  if (!hasNodeSqlite()) return null;
  return (await import("./node-sqlite.ts")).loadNodeSqlite();
}

function hasNodeSqlite(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  // Earlier ones have the module only behind a flag.
  return major > 22 || (major === 22 && minor >= 13);
}

async function betterSqlite3(): Promise<SqlDriver> {
  const { loadBetterSqlite3 } = await import("./better-sqlite3.ts");
  try {
    return loadBetterSqlite3();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split("\n")[0] : String(cause);
    const help = "run npm install with optional dependencies, or use Node 22.13 or later, which has SQLite built in";
    throw new StoreError("unavailable", `better-sqlite3 cannot be loaded (${why}): ${help}`, { cause });
  }
}
