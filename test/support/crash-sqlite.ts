import { spawnSync } from "node:child_process";

/** The SQLite drivers that this Node can load: `node:sqlite` from 22.13 on, `better-sqlite3` where it was compiled for it. */
export function sqliteDrivers(): readonly string[] {
  const probes = {
    "node:sqlite": 'new (require("node:sqlite").DatabaseSync)(":memory:")',
    "better-sqlite3": 'new (require("better-sqlite3"))(":memory:")',
  };
  return Object.entries(probes).flatMap(([driver, probe]) =>
    spawnSync(process.execPath, ["-e", probe]).status === 0 ? [driver] : [],
  );
}
