import { spawnSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { attackedPlan, forbiddenWrites } from "../testing/forbidden-writes.ts";
import { failing, finishing, starting, walkTime } from "../testing/plan-walk.ts";
import { describeForEachDriver } from "../testing/sqlite-drivers.ts";
import { storeFiles } from "../testing/store-files.ts";
import { drivePlanIn, ended, startRun } from "../testing/store-walk.ts";
import type { SqlDatabase, SqlRow } from "./driver.ts";

const hasProgram = spawnSync("sqlite3", ["--version"]).status === 0;
const tables = ["runs", "events", "plans", "todos", "todo_deps", "dde_edges", "dde_gates", "checkpoints"];

await describeForEachDriver("the file itself refuses", (driver) => {
  const files = storeFiles(driver);

  const original = files.path();

  beforeAll(async () => {
    const store = await files.open(original);
    store.finish(startRun(store, "over"), "done", walkTime, ended("done"));
    const { plan, commit } = drivePlanIn(store, startRun(store, "r1"), attackedPlan);
    commit(starting("a"));
    commit(finishing(plan, "a"), starting("gate"), starting("ask"), starting("x"));
    commit(failing(plan, "x", { retryable: false }));
    store.close();
  });

  function attacked(): string {
    const path = files.path();
    copyFileSync(original, path);
    return path;
  }

  it.each(forbiddenWrites)("$what, from any connection", ({ sql, because }) => {
    const path = attacked();
    const foreign = files.connect(path);
    const before = contents(foreign);
    expect(() => foreign.exec(`BEGIN; ${sql}; COMMIT`)).toThrow(because);
    foreign.exec("ROLLBACK");
    expect(contents(foreign)).toEqual(before);
  });

  it.skipIf(!hasProgram).each(forbiddenWrites)("$what, from the program sqlite3", ({ sql, because }) => {
    const path = attacked();
    const before = contents(files.connect(path));
    const program = spawnSync("sqlite3", ["-batch", "-bail", path, `BEGIN; ${sql}; COMMIT`], { encoding: "utf8" });
    expect(program.status).not.toBe(0);
    expect(program.stderr).toMatch(because);
    expect(contents(files.connect(path))).toEqual(before);
  });
});

function contents(database: SqlDatabase): Record<string, readonly SqlRow[]> {
  return Object.fromEntries(tables.map((table) => [table, [...database.prepare(`SELECT * FROM ${table}`).iterate()]]));
}
