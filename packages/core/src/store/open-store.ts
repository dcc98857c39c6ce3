import type { Store } from "./store.ts";

export interface StoreOptions {
  /** `full` (the default) survives a power cut after every step; `normal` may lose the last ones, never consistency. */
  readonly synchronous?: "full" | "normal";
  /** How long a lease lasts without being renewed, in milliseconds; 30,000 by default. */
  readonly leaseMs?: number;
  /** How long to wait for another process's lock, in milliseconds; 10,000 by default. */
  readonly busyTimeoutMs?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * Opens a store at a path, making file and folder when missing, or one in memory only (diagram.md 4). Rejects with a
 * `StoreError` that says what is wrong with the file and what to do. Whoever opens none loads no native code.
 */
export async function openStore(path: string, options: StoreOptions = {}): Promise<Store> {
  const { leaseMs = 30_000, busyTimeoutMs = 10_000, synchronous = "full", now = Date.now } = options;
  if (path === "memory") {
    const { MemoryStore } = await import("./memory-store.ts");
    return new MemoryStore({ leaseMs, now });
  }
  const { chooseDriver } = await import("./choose-driver.ts");
  const { openSqliteFile } = await import("./sqlite-file.ts");
  const { SqliteStore } = await import("./sqlite-store.ts");
  const driver = await chooseDriver(process.env.AML_SQLITE);
  return new SqliteStore(await openSqliteFile(path, driver, { synchronous, busyTimeoutMs }), { leaseMs, now });
}
