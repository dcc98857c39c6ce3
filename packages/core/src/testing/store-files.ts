import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach } from "vitest";
import type { SqlDatabase, SqlDriver } from "../store/driver.ts";
import { openSqliteFile } from "../store/sqlite-file.ts";
import { SqliteStore } from "../store/sqlite-store.ts";
import type { Store } from "../store/store.ts";

/** Files of a test, in a folder of their own; all that is opened through it is closed, and the folder removed. */
export interface StoreFiles {
  /** A path that no file is at yet. */
  path(): string;
  open(path: string, options?: { readonly busyTimeoutMs?: number }): Promise<Store>;
  /** A connection that knows nothing of stores: what anybody could open. */
  connect(path: string): SqlDatabase;
}

export function storeFiles(driver: SqlDriver): StoreFiles {
  const folder = mkdtempSync(join(tmpdir(), "aml-store-"));
  const opened: { close(): void }[] = [];
  let files = 0;
  const kept = <Closable extends { close(): void }>(closable: Closable): Closable => {
    opened.push(closable);
    return closable;
  };
  afterEach(() => {
    for (const closable of opened.splice(0)) closable.close();
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  return {
    path() {
      files += 1;
      return join(folder, `${files}.db`);
    },
    async open(path, { busyTimeoutMs = 2_000 } = {}) {
      const file = await openSqliteFile(path, driver, { synchronous: "normal", busyTimeoutMs });
      return kept(new SqliteStore(file, { leaseMs: 30_000, now: Date.now }));
    },
    connect: (path) => kept(driver.open(path, 2_000)),
  };
}
