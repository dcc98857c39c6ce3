import { spawnSync } from "node:child_process";
import { copyFileSync, renameSync, rmSync, truncateSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { expectToldInOrder, heldProject, heldRun, ranIn, runHeld } from "./support/crash-held-run.ts";
import type { TestProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

const state = ".aml/state.db";

describe("while a run is driven", () => {
  test("its state file is replaced by another: the drive stops, and goes on with the one that was put back", async () => {
    const { project, id, release } = await heldRun();
    copyFileSync(project.path(state), project.path("another.db"));
    renameSync(project.path(state), project.path("kept.db"));
    renameSync(project.path("another.db"), project.path(state));
    expectToldInOrder(await release(), "state.db was moved, deleted or replaced");
    renameSync(project.path("kept.db"), project.path(state));
    expect(runResult(project.aml("resume", id, "--json")).status).toBe("done");
    expect(ranIn(project)).toEqual(["A 1", "B 1", "B 2", "C 1"]);
  });

  test(".aml is deleted: the drive stops and says so, and the next run starts from nothing", async () => {
    const { project, id, release } = await heldRun();
    rmSync(project.path(".aml"), { recursive: true });
    expectToldInOrder(await release(), "state.db was moved, deleted or replaced");
    expect(ranIn(project)).toEqual(["A 1", "B 1"]);
    expectToldInOrder(project.aml("status", id), /nothing was run|there is no run/);
    expect(project.aml("run", "held.md", "--trust", "trusted")).toMatchObject({ status: 0 });
  });

  test("its state file is cut off: the drive stops, and whoever opens it later is told that it is damaged", async () => {
    const earlier = heldProject();
    earlier.write("go", "");
    expect(earlier.aml(...runHeld)).toMatchObject({ status: 0 });
    rmSync(earlier.path("go"));
    const { project, id, release } = await heldRun(earlier);
    truncateSync(project.path(state), 0);
    expectToldInOrder(await release(), "state.db was cut off");
    expectToldInOrder(project.aml("resume", id), "state.db is damaged");
  });

  test("its triggers are dropped behind its back: that is found before the next step is kept, and at every opening", async () => {
    const { project, id, release } = await heldRun();
    const [trigger = ""] = sql(project, "SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name");
    sql(project, `DROP TRIGGER ${trigger}`);
    expectToldInOrder(await release(), /the schema of .*state\.db was changed/);
    expectToldInOrder(project.aml("resume", id), /the schema of .*state\.db was changed/);
    expect(ranIn(project)).toEqual(["A 1", "B 1"]);
  });

  test("a row is forged while its triggers are away for a moment: the run is not driven on, and the row is named", async () => {
    const { project, id, release } = await heldRun();
    const triggers = sql(
      project,
      "SELECT name || char(31) || replace(sql, char(10), char(30)) FROM sqlite_schema WHERE type = 'trigger'",
    );
    const forged = triggers.map((line) => line.split("\u001f"));
    const drop = forged.map(([name]) => `DROP TRIGGER ${name};`);
    const make = forged.map(([, text = ""]) => `${text.replaceAll("\u001e", "\n")};`);
    sql(project, [...drop, "UPDATE todos SET status = 'done' WHERE node = 'C';", ...make].join("\n"));
    expectToldInOrder(await release(), /was changed by another hand: .*C/);
    expectToldInOrder(project.aml("resume", id), /was changed by another hand: .*C/);
    expect(ranIn(project)).toEqual(["A 1", "B 1"]);
  });
});

/** What anybody with the file can do. */
function sql(project: TestProject, text: string): readonly string[] {
  const { status, stdout, stderr } = spawnSync("sqlite3", [project.path(state)], { input: text, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout.trimEnd().split("\n");
}
