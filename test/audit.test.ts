import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { type TestProject, testProject } from "./support/project.ts";
import { published } from "./support/published.ts";
import { runResult } from "./support/run-result.ts";

const document = `<skill impl="dde-simple">
flowchart LR
  A[Build] --> B[Look]
  <step node="A" type="tool" run="echo built"/>
  <step node="B" type="manual">Is it good?</step>
</skill>
`;

function waiting() {
  const project = testProject({ "a.md": document });
  const { run, audit } = runResult(
    project.aml("run", "a.md", "--trust", "trusted", "--permissions", "allow_once", "--json"),
  );
  return { project, run: run ?? "", audit };
}

const verification = (project: TestProject, ...args: readonly string[]) => {
  const finished = project.aml("audit", "verify", ...args, "--json");
  return { status: finished.status, ...published("audit-verification.schema.json", finished) };
};

/** As the owner of the file may, with the triggers that stand in the way taken off and put back. */
function tamper(project: TestProject, trigger: string, sql: string): void {
  const file = project.path(".aml/state.db");
  const kept = execFileSync("sqlite3", [file, `SELECT sql FROM sqlite_schema WHERE name = '${trigger}'`], {
    encoding: "utf8",
  });
  execFileSync("sqlite3", [file], { input: `DROP TRIGGER ${trigger};\n${sql};\n${kept.trim()};\n` });
}

describe("aml audit verify", () => {
  test("holds for a run as it was left, with the head that the run printed", () => {
    const { project, run, audit } = waiting();
    const told = { version: 1, run, ok: true, status: 0, records: audit.records, head: audit.head };
    expect(verification(project, run)).toEqual(told);
    expect(verification(project, run, "--head", audit.head ?? "")).toEqual(told);
    expect(project.aml("audit", "verify", run).stdout).toContain(`${audit.records} records hold`);
  });

  test("holds with an older head after the run has gone on", () => {
    const { project, run, audit } = waiting();
    project.aml("approve", run, "B", "--resume");
    expect(verification(project, run, "--head", audit.head ?? "")).toMatchObject({ status: 0, ok: true });
  });

  test("does not hold against a head that is not of this run: exit code 1", () => {
    const { project, run, audit } = waiting();
    const found = verification(project, run, "--head", "0123456789abcdef".repeat(4));
    expect(found).toMatchObject({ status: 1, ok: false, firstBad: { seq: audit.records } });
  });

  test.each(["abc", "xyz".repeat(22), ""])("a head that is none (%s): exit code 2", (head) => {
    const { project, run } = waiting();
    expect(project.aml("audit", "verify", run, "--head", head)).toMatchObject({ status: 2, stdout: "" });
  });

  test.each([
    [
      "an edited record",
      "events_update",
      `UPDATE events SET data = replace(data, '"trusted"', '"untrusted"') WHERE seq = 1`,
      1,
    ],
    ["a dropped record", "events_delete", "DELETE FROM events WHERE seq = 2", 2],
    ["a record that is no JSON", "events_update", "UPDATE events SET data = '{' WHERE seq = 3", 0],
  ])("%s does not hold: exit code 1, and the first bad record is named", (_, trigger, sql, seq) => {
    const { project, run } = waiting();
    tamper(project, trigger, sql);
    const found = verification(project, run);
    expect(found).toMatchObject({ status: 1, ok: false, firstBad: { seq, reason: expect.any(String) } });
    expect(project.aml("audit", "verify", run)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("does not hold"),
    });
  });

  test("tables that do not tell what the journal tells do not hold", () => {
    const { project, run, audit } = waiting();
    tamper(project, "todos_arrival", "UPDATE todos SET title = 'Harmless' WHERE node = 'B'");
    const found = verification(project, run);
    expect(found).toMatchObject({
      status: 1,
      ok: false,
      records: audit.records,
      firstBad: { reason: expect.stringContaining("B") },
    });
  });

  test("a trigger that was taken off does not hold either", () => {
    const { project, run } = waiting();
    execFileSync("sqlite3", [project.path(".aml/state.db"), "DROP TRIGGER events_update"]);
    expect(verification(project, run)).toMatchObject({ status: 1, ok: false, records: 0, head: null });
  });
});

test("aml audit show lists who decided what, and nothing else", () => {
  const { project, run } = waiting();
  project.aml("approve", run, "B", "--note", "fine", "--resume");
  const { records } = published("audit-log.schema.json", project.aml("audit", "show", run, "--json"));
  expect(records.map(({ type }: { type: string }) => type)).toEqual([
    "run.started",
    "permission.decided",
    "run.finished",
    "checkpoint.answered",
    "run.resumed",
    "run.finished",
  ]);
  expect(records[1].data).toMatchObject({
    policy: "allow_once",
    request: { title: "bash" },
    decision: { allows: true },
  });
  expect(project.aml("audit", "show", run).stdout).toContain("permission for");
});
