import { expect, it } from "vitest";
import { sketchPlan } from "../testing/plan-sketch.ts";
import { finishing, starting } from "../testing/plan-walk.ts";
import { describeForEachDriver } from "../testing/sqlite-drivers.ts";
import { storeFiles } from "../testing/store-files.ts";
import { drivePlanIn, startRun } from "../testing/store-walk.ts";
import { textAt } from "./rows.ts";
import { prepareStatements } from "./statements.ts";

await describeForEachDriver("the statements", (driver) => {
  const files = storeFiles(driver);

  it("find what they look for by an index, all but the lists of everything", async () => {
    const path = files.path();
    (await files.open(path)).close();
    const database = files.connect(path);
    const scanning: string[] = [];
    prepareStatements({
      exec: (sql) => database.exec(sql),
      close: () => database.close(),
      prepare: (sql) => {
        const values = Array.from(sql.matchAll(/\?/g), () => null);
        const plan = Array.from(database.prepare(`EXPLAIN QUERY PLAN ${sql}`).iterate(...values), (row) =>
          textAt(row, "detail"),
        );
        // An INSERT also lists where a broken foreign key would be looked for.
        const isLookUp = !sql.startsWith("INSERT");
        if (isLookUp && plan.some((step) => /^SCAN (?!.*checkpoints_open)/.test(step))) scanning.push(sql);
        return database.prepare(sql);
      },
    });
    expect(scanning).toEqual([expect.stringMatching(/^SELECT .* FROM runs\s+ORDER BY started_at DESC/s)]);
  });

  it("leave tables that the reference's queries read as they do its own", async () => {
    const path = files.path();
    const store = await files.open(path);
    const diamond = sketchPlan(
      ["a", "b", "c", "d"],
      [
        ["a", "b"],
        ["a", "c"],
        ["b", "d"],
        ["c", "d"],
      ],
    );
    const { plan, commit } = drivePlanIn(store, startRun(store, "r1"), diamond);
    const query = files
      .connect(path)
      .prepare(`SELECT t.id, t.title, json_extract(t.description, '$.node') AS node FROM todos t
      WHERE t.status = 'pending' AND NOT EXISTS (
        SELECT 1 FROM todo_deps d JOIN todos p ON p.id = d.depends_on WHERE d.todo_id = t.id AND p.status <> 'done')
      ORDER BY t.id`);
    expect([...query.iterate()]).toMatchObject([{ id: "plan::a", title: "a", node: "a" }]);
    commit(starting("a"));
    commit(finishing(plan, "a"));
    expect([...query.iterate()]).toMatchObject([{ id: "plan::b" }, { id: "plan::c" }]);
  });
});
