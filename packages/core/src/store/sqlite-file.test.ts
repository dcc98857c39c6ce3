import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { describeForEachDriver } from "../testing/sqlite-drivers.ts";
import { expectRefusal } from "../testing/store-conformance/refusals.ts";
import { storeFiles } from "../testing/store-files.ts";
import { storeProcess } from "../testing/store-process.ts";
import { driverNamed, newRun, remark, started, startRun, walkNow } from "../testing/store-walk.ts";
import { migrations } from "./migrations.ts";
import { openSqliteFile } from "./sqlite-file.ts";
import { SqliteStore } from "./sqlite-store.ts";

/** A user without rights. */
const nobody = 65_534;
const folder = mkdtempSync(join(tmpdir(), "aml-files-"));
afterAll(() => rmSync(folder, { recursive: true }));

await describeForEachDriver("a file", (driver) => {
  const files = storeFiles(driver);
  const place = (name: string) => join(mkdtempSync(join(folder, "case-")), name);

  it("is made with its folder, which keeps itself out of version control", async () => {
    const path = place("project/.aml/state.db");
    await files.open(path);
    expect(readFileSync(join(path, "../.gitignore"), "utf8")).toBe("*\n");
  });

  it("leaves a .gitignore that is there as it is, and makes none in a folder of another name", async () => {
    const path = place(".aml/state.db");
    mkdirSync(join(path, ".."));
    writeFileSync(join(path, "../.gitignore"), "state.db\n");
    await files.open(path);
    expect(readFileSync(join(path, "../.gitignore"), "utf8")).toBe("state.db\n");
    const other = place("elsewhere/state.db");
    await files.open(other);
    expect(existsSync(join(other, "../.gitignore"))).toBe(false);
  });

  it("takes an empty file for a new one, and keeps what was written when it is opened again", async () => {
    const path = place("state.db");
    writeFileSync(path, "");
    const store = await files.open(path);
    startRun(store, "r1");
    store.close();
    store.close();
    expect((await files.open(path)).events("r1")).toHaveLength(1);
  });

  it("of the first schema is brought to the newest with everything that it holds", async () => {
    const path = place("state.db");
    const [first] = migrations;
    const database = driver.open(path, 100);
    database.exec(first?.sql ?? "");
    database.exec("PRAGMA user_version = 1");
    database.close();
    const store = await files.open(path);
    startRun(store, "r1");
    expect(store.approvalsOf("r1")).toEqual([]);
    store.verify("r1");
  });

  it("is synced with every commit however it is opened, in small pages, with foreign keys on", async () => {
    const path = place("state.db");
    for (let opening = 0; opening < 2; opening += 1) {
      const { database } = await openSqliteFile(path, driver, { synchronous: "full", busyTimeoutMs: 100 });
      const pragma = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
      expect(["synchronous", "page_size", "journal_mode", "foreign_keys"].map(pragma)).toEqual([2, 2048, "wal", 1]);
      database.close();
    }
  });

  it.each([
    ["text", "This is no database.\n".repeat(100), "not-a-database"],
    ["a header and nothing behind it", `SQLite format 3\0${"x".repeat(4000)}`, "not-a-database"],
  ])("that holds %s is refused as what it is, and left alone", async (_, text, code) => {
    const path = place("state.db");
    writeFileSync(path, text);
    await expect(files.open(path)).rejects.toMatchObject({ name: "StoreError", code });
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  it("of another program is refused, and left alone", async () => {
    const path = place("other.db");
    files.connect(path).exec("CREATE TABLE notes (text TEXT)");
    await expect(files.open(path)).rejects.toMatchObject({ code: "not-a-database", message: /another program/ });
    expect([...files.connect(path).prepare("SELECT name FROM sqlite_schema").iterate()]).toMatchObject([
      { name: "notes" },
    ]);
  });

  it("of a newer version is refused, and told from a damaged one", async () => {
    const path = place("state.db");
    (await files.open(path)).close();
    files.connect(path).exec("PRAGMA user_version = 99");
    await expect(files.open(path)).rejects.toMatchObject({ code: "newer", message: /schema 99/ });
  });

  it("that is a folder, or in a file, is refused", async () => {
    const path = place("state.db");
    mkdirSync(path);
    await expect(files.open(path)).rejects.toMatchObject({ name: "StoreError", code: "unavailable" });
    const inFile = place("file/state.db");
    writeFileSync(join(inFile, ".."), "");
    await expect(files.open(inFile)).rejects.toMatchObject({ name: "StoreError", code: "unavailable" });
  });

  it("whose pages are damaged is told as corrupt", async () => {
    const path = place("state.db");
    const store = await files.open(path);
    store.append(startRun(store, "r1"), [remark("x".repeat(50_000))]);
    store.close();
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 2048);
    writeFileSync(path, bytes);
    await expect(files.open(path)).rejects.toMatchObject({ name: "StoreError", code: "corrupt" });
  });

  it("that another process has locked is waited for, then told as locked, and nothing is half written", async () => {
    const path = place("state.db");
    const store = await files.open(path, { busyTimeoutMs: 20 });
    const lease = startRun(store, "r1");
    const other = files.connect(path);
    other.exec("BEGIN IMMEDIATE");
    expect(expectRefusal("locked", () => store.append(lease, [remark("late")]))).toContain(path);
    await expect(files.open(path, { busyTimeoutMs: 20 })).rejects.toMatchObject({ code: "locked" });
    other.exec("ROLLBACK");
    expect(store.append(lease, [remark("now")])).toMatchObject([{ seq: 2 }]);
  });

  it.each([
    ["a file that may only be read", (path: string) => chmodSync(path, 0o444)],
    ["a folder that may only be read", (path: string) => chmodSync(join(path, ".."), 0o555)],
  ])("in %s is told as read-only", async (_, protect) => {
    const path = place("state.db");
    (await files.open(path)).close();
    // Nothing is read-only for the superuser: as such, this lets somebody else try.
    const user = process.getuid?.() === 0 ? { user: nobody } : {};
    if (process.getuid?.() === 0)
      for (const owned of [folder, join(path, ".."), path]) chownSync(owned, nobody, nobody);
    protect(path);
    const { lines } = await storeProcess({ driver: driver.name, ...user }, path, "open").ended();
    chmodSync(join(path, ".."), 0o755);
    expect(lines).toMatchObject([{ error: "StoreError", code: "read-only" }]);
  });

  it("on a full disk keeps nothing of what did not fit, and goes on when there is room", async () => {
    const path = place("state.db");
    const file = await openSqliteFile(path, driver, { synchronous: "normal", busyTimeoutMs: 100 });
    const store = new SqliteStore(file, { leaseMs: 30_000, now: Date.now });
    const { lease } = store.createRun(newRun("r1"), driverNamed("d"), walkNow, started);
    const pages = Number(Object.values(file.database.prepare("PRAGMA page_count").get() ?? {})[0]);
    file.database.exec(`PRAGMA max_page_count = ${pages + 2}`);
    expect(expectRefusal("full", () => store.append(lease, [remark("a"), remark("x".repeat(50_000))]))).toContain(
      "full",
    );
    expect(store.events("r1")).toHaveLength(1);
    file.database.exec("PRAGMA max_page_count = 1000000");
    expect(store.append(lease, [remark("b")])).toMatchObject([{ seq: 2, data: { message: "b" } }]);
    store.verify("r1");
    store.close();
  });
});
