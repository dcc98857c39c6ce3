import { chooseDriver } from "../packages/core/dist/store/choose-driver.js";

/**
 * A file with nothing but a table of steps, opened as the store opens its own: what two commits per step cost in the same
 * library, with no journal, no triggers and no checks.
 * @param {string} path
 * @param {"FULL" | "NORMAL"} synchronous
 */
export async function bareSteps(path, synchronous) {
  const database = (await chooseDriver(undefined)).open(path, 1_000);
  database.exec("PRAGMA page_size = 2048");
  database.prepare("PRAGMA journal_mode = WAL").get();
  database.exec(`PRAGMA synchronous = ${synchronous}`);
  database.exec("CREATE TABLE steps (id INTEGER PRIMARY KEY, status TEXT NOT NULL)");
  const insert = database.prepare("INSERT INTO steps (status) VALUES ('pending')");
  for (let step = 0; step < 1_000; step++) insert.run();
  const begin = database.prepare("BEGIN IMMEDIATE");
  const update = database.prepare("UPDATE steps SET status = ? WHERE id = ?");
  const commit = database.prepare("COMMIT");
  let next = 0;

  /** @param {string} status @param {number} id */
  function write(status, id) {
    begin.run();
    update.run(status, id);
    commit.run();
  }

  return {
    /** @param {number} steps */
    run(steps) {
      for (let step = 0; step < steps; step++) {
        const id = (next++ % 1_000) + 1;
        write("in_progress", id);
        write("done", id);
      }
    },
    close: () => database.close(),
  };
}
