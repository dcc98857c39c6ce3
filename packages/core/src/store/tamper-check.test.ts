import { copyFileSync, renameSync, rmSync, truncateSync } from "node:fs";
import { expect, it } from "vitest";
import { forgedEvent } from "../testing/forbidden-writes/forging.ts";
import { attackedPlan } from "../testing/forbidden-writes.ts";
import { failing, finishing, starting, walkTime } from "../testing/plan-walk.ts";
import { describeForEachDriver } from "../testing/sqlite-drivers.ts";
import { expectRefusal } from "../testing/store-conformance/refusals.ts";
import { storeFiles } from "../testing/store-files.ts";
import { drivePlanIn, driverNamed, remark, startRun, walkNow, word } from "../testing/store-walk.ts";
import type { SqlDatabase } from "./driver.ts";
import { textAt } from "./rows.ts";

const manual = "plan::ask#1:manual";
const event = (type: string) => `(SELECT id FROM events WHERE type = '${type}' LIMIT 1)`;

/** What was changed with the triggers out of the way, and how the difference is named. */
const changes: readonly { readonly what: string; readonly sql: string; readonly told: RegExp }[] = [
  {
    what: "a pending step set to done",
    sql: "UPDATE todos SET status = 'done' WHERE node = 'b'",
    told: /plan::b: status is "done"/,
  },
  {
    what: "a finished step's result",
    sql: "UPDATE todos SET result = '{}' WHERE node = 'a'",
    told: /plan::a: result is/,
  },
  {
    what: "a counted attempt",
    sql: "UPDATE todos SET attempt = 5 WHERE node = 'gate'",
    told: /plan::gate: attempt is 5/,
  },
  {
    what: "a forgotten failure",
    sql: "UPDATE todos SET failures = 0 WHERE node = 'x'",
    told: /plan::x: failures is 0/,
  },
  {
    what: "another start",
    sql: "UPDATE todos SET started_at = 'x' WHERE node = 'a'",
    told: /plan::a: started_at is "x"/,
  },
  {
    what: "a label that nobody decided",
    sql: "UPDATE todos SET label = 'no' WHERE node = 'gate'",
    told: /plan::gate: label is "no"/,
  },
  {
    what: "a step made ready",
    sql: "UPDATE todos SET open_in = 0, live_in = 1 WHERE node = 'join'",
    told: /plan::join: open_in is 0/,
  },
  {
    what: "a live edge counted away",
    sql: "UPDATE todos SET live_in = 0 WHERE node = 'gate'",
    told: /plan::gate: live_in is 0/,
  },
  {
    what: "another brief",
    sql: "UPDATE todos SET description = '{}' WHERE node = 'b'",
    told: /plan::b: description is/,
  },
  { what: "another order", sql: "UPDATE todos SET seq = 90 WHERE node = 'a'", told: /plan::(a|gate): (id|seq) is/ },
  {
    what: "a deleted step",
    sql: "DELETE FROM todos WHERE node = 'y'",
    told: /steps of plan plan: there are 7, and the journal tells more/,
  },
  {
    what: "an added step",
    sql: `INSERT INTO todos SELECT 'plan::z', design_id, 'z', title, description, status, created_at, updated_at, 8, 0, 0, 0,
      NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM todos WHERE node = 'y'`,
    told: /steps of plan plan: there are more than the journal tells, 8/,
  },
  {
    what: "an edge settled by hand",
    sql: "UPDATE dde_edges SET state = 'live' WHERE seq = 3",
    told: /edge 3 of plan plan: state is "live"/,
  },
  {
    what: "an edge opened again",
    sql: "UPDATE dde_edges SET state = 'open' WHERE seq = 0",
    told: /edge 0 of plan plan: state is "open"/,
  },
  {
    what: "a re-wired edge",
    sql: "UPDATE dde_edges SET to_id = 'plan::y' WHERE seq = 3",
    told: /edge 3 of plan plan: to_id is "plan::y"/,
  },
  {
    what: "a deleted edge",
    sql: "DELETE FROM dde_edges WHERE seq = 5",
    told: /edges of plan plan: there are 5/,
  },
  {
    what: "a deleted dependency",
    sql: "DELETE FROM todo_deps WHERE todo_id = 'plan::y'",
    told: /lacks 1 of its dependencies/,
  },
  {
    what: "another gate label",
    sql: "UPDATE dde_gates SET label = 'si' WHERE label = 'yes'",
    told: /gate plan::gate: label is/,
  },
  {
    what: "another definition",
    sql: "UPDATE plans SET definition = replace(definition, 'prompt', 'pass')",
    told: /plan plan: digest is|definition of plan plan/,
  },
  { what: "another diagram", sql: "UPDATE plans SET diagram = 'graph'", told: /plan plan: diagram is "graph"/ },
  { what: "another place of a plan", sql: "UPDATE plans SET path = '9'", told: /plan plan: path is "9"/ },
  { what: "a deleted plan", sql: "DELETE FROM plans", told: /plan plan is gone|ids is ""/ },
  {
    what: "an answer that nobody gave",
    sql: `UPDATE checkpoints SET answer = '{}' WHERE id = '${manual}'`,
    told: /checkpoint plan::ask#1:manual: answer is/,
  },
  {
    what: "another question",
    sql: "UPDATE checkpoints SET checkpoint = replace(checkpoint, 'ask', 'x')",
    told: /checkpoint plan::ask#1:manual: checkpoint is/,
  },
  { what: "a deleted checkpoint", sql: "DELETE FROM checkpoints", told: /checkpoints of plan plan: there are 0/ },
  {
    what: "more trust",
    sql: `UPDATE runs SET options = '{"trust":"all"}' WHERE id = 'r1'`,
    told: /its row: digest is/,
  },
  { what: "another document", sql: "UPDATE runs SET text = 'x' WHERE id = 'r1'", told: /its row: digest is/ },
  {
    what: "a run that ended",
    sql: "UPDATE runs SET status = 'done' WHERE id = 'r1'",
    told: /its row: status is "done"/,
  },
];

/** The same of the journal itself: found by whoever reads it from the start. */
const journalChanges: readonly { readonly what: string; readonly sql: string; readonly told: RegExp }[] = [
  {
    what: "an edited event",
    sql: `UPDATE events SET data = replace(data, 'a out', 'b out') WHERE type = 'step.done'`,
    told: /does not match its hash/,
  },
  {
    what: "an event of another time",
    sql: `UPDATE events SET at = 'x' WHERE id = ${event("step.started")}`,
    told: /does not match its hash/,
  },
  {
    what: "an event of another kind",
    sql: `UPDATE events SET type = 'step.waiting' WHERE id = ${event("step.started")}`,
    told: /does not match its hash/,
  },
  {
    what: "an event that is no JSON",
    sql: `UPDATE events SET data = '{' WHERE id = ${event("step.started")}`,
    told: /is no JSON/,
  },
  {
    what: "a dropped event",
    sql: `DELETE FROM events WHERE id = ${event("step.started")}`,
    told: /missing or out of order/,
  },
  {
    what: "a journal without its end",
    sql: "DELETE FROM events WHERE seq > 5 AND run_id = 'r1'",
    told: /changed by another hand/,
  },
  { what: "no journal at all", sql: "DELETE FROM events WHERE run_id = 'r1'", told: /changed by another hand/ },
  {
    what: "two events in each other's place",
    sql: `UPDATE events SET id = -id, seq = 7 - seq WHERE run_id = 'r1' AND seq IN (3, 4);
      UPDATE events SET id = -id + (CASE seq WHEN 3 THEN -1 ELSE 1 END) WHERE id < 0`,
    told: /does not match its hash/,
  },
];

await describeForEachDriver("what the file cannot refuse is found", (driver) => {
  const files = storeFiles(driver);

  async function driven() {
    const path = files.path();
    const store = await files.open(path);
    const lease = startRun(store, "r1");
    const { plan, commit } = drivePlanIn(store, lease, attackedPlan);
    commit(starting("a"));
    commit(finishing(plan, "a"), starting("gate"), starting("ask"), starting("x"));
    commit(failing(plan, "x", { retryable: false }));
    return { path, store, lease, plan, commit };
  }

  it.each(changes)("$what: by the driver, before its next write", async ({ sql, told }) => {
    const { path, commit, plan } = await driven();
    withoutTriggers(files.connect(path), sql);
    expect(expectRefusal("tampered", () => commit(finishing(plan, "gate", { label: "yes" })))).toMatch(told);
  });

  it.each([...changes, ...journalChanges])(
    "$what: by who takes the run over, and by who looks",
    async ({ sql, told }) => {
      const { path } = await driven();
      withoutTriggers(files.connect(path), sql);
      const other = await files.open(path);
      expect(expectRefusal("tampered", () => other.verify("r1"))).toMatch(told);
      expectRefusal("tampered", () => other.acquire("r1", driverNamed("d2"), walkNow, () => "dead"));
      expect(other.getRun("r1")?.driver).toEqual(driverNamed("r1"));
    },
  );

  it("an event that was appended by hand, whatever it tells", async () => {
    const { path, commit, plan } = await driven();
    files.connect(path).exec(forgedEvent("note.recorded", { code: "x", message: "y" }));
    const told = expectRefusal("tampered", () => commit(finishing(plan, "gate", { label: "yes" })));
    expect(told).toContain("does not follow from the one before it");
  });

  it("the legal way walked by hand, with its event", async () => {
    const { path, commit, plan } = await driven();
    files.connect(path).exec(`BEGIN; ${forgedEvent("step.waiting", { attempt: 1, plan: "plan", step: "gate" })};
      UPDATE todos SET status = 'waiting', lease_owner = NULL, lease_until = NULL WHERE node = 'gate'; COMMIT`);
    expect(expectRefusal("tampered", () => commit(finishing(plan, "gate", { label: "yes" })))).toMatch(
      /record \d+ does not match/,
    );
  });

  it("a run that was changed, and no other run of the same driver", async () => {
    const { path, store, commit, plan } = await driven();
    const other = startRun(store, "r2");
    withoutTriggers(files.connect(path), "UPDATE todos SET attempt = 5 WHERE node = 'gate'");
    expect(store.append(other, [remark("unharmed")])).toHaveLength(1);
    expectRefusal("tampered", () => commit(finishing(plan, "gate", { label: "yes" })));
    expect(store.append(other, [remark("still unharmed")])).toHaveLength(1);
  });

  it.each([
    ["a dropped trigger", "DROP TRIGGER events_update"],
    ["an added trigger", "CREATE TRIGGER mine AFTER INSERT ON events BEGIN SELECT 1; END"],
    ["an added column", "ALTER TABLE todos ADD COLUMN mine TEXT"],
    ["an added index", "CREATE INDEX mine ON todos (title)"],
    [
      "a replaced view",
      "DROP VIEW newest_events; CREATE VIEW newest_events AS SELECT 'r1' AS run_id, '' AS type, '{}' AS data",
    ],
    ["a renamed table", "ALTER TABLE dde_gates RENAME TO gates"],
  ])("%s: before the next write, and on opening", async (_, sql) => {
    const { path, commit, plan } = await driven();
    files.connect(path).exec(sql);
    expect(expectRefusal("tampered", () => commit(finishing(plan, "gate", { label: "yes" })))).toContain("schema");
    await expect(files.open(path)).rejects.toMatchObject({ code: "tampered" });
  });

  it("a file that was replaced or is gone", async () => {
    const { path, store, lease } = await driven();
    copyFileSync(path, `${path}.copy`);
    renameSync(`${path}.copy`, path);
    expect(expectRefusal("tampered", () => store.append(lease, [remark("lost")]))).toContain(
      "moved, deleted or replaced",
    );
    rmSync(path);
    expect(expectRefusal("tampered", () => store.append(lease, [remark("lost")]))).toContain(
      "moved, deleted or replaced",
    );
  });

  it("a file that was cut off", async () => {
    const { path, store, lease } = await driven();
    truncateSync(path, 0);
    expect(expectRefusal("tampered", () => store.append(lease, [remark("lost")]))).toContain("was cut off");
  });

  it("nothing where others read, answer, and drive runs of their own", async () => {
    const { path, store, lease, commit, plan } = await driven();
    const other = await files.open(path);
    other.append(startRun(other, "r2"), [remark("hello")]);
    expect(other.loadPlan("plan")?.steps).toHaveLength(8);
    expect(other.answer("r1", manual, word("approve"))).toMatchObject({ ok: true });
    commit({ type: "answer", checkpoint: manual, answer: word("approve"), at: walkTime });
    commit(finishing(plan, "gate", { label: "yes" }));
    store.append(lease, [remark("done")]);
    store.verify("r1");
    other.verify("r1");
  });
});

/** Whoever may write to the file may take its triggers away and put them back: nothing of that shows afterwards. */
function withoutTriggers(database: SqlDatabase, sql: string): void {
  const triggers = Array.from(
    database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").iterate(),
    (row) => ({
      name: textAt(row, "name"),
      sql: textAt(row, "sql"),
    }),
  );
  database.exec("PRAGMA foreign_keys = OFF; BEGIN");
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
  database.exec(sql);
  for (const trigger of triggers) database.exec(trigger.sql);
  database.exec("COMMIT");
}
