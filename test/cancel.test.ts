import { processesWithMarker } from "@agent-markup/core";
import { describe, expect, test } from "vitest";
import { appears, longDocument, newestRun } from "./support/long-run.ts";
import { type TestProject, testProject } from "./support/project.ts";
import { published } from "./support/published.ts";
import { runResult } from "./support/run-result.ts";

const schema = "cancel-result.schema.json";
const waitingDocument = '<skill impl="dde-simple">\nflowchart LR\n  A@{ label: "Look", type: manual }\n</skill>\n';

async function live() {
  const project = testProject({ "a.md": longDocument });
  const started = project.start({}, "run", "a.md", "--trust", "trusted", "--json");
  await appears(project, "begun");
  return { project, started, run: newestRun(project) };
}

function expectOver(project: TestProject, run: string): void {
  expect(runResult(project.aml("status", run, "--json")).status).toBe("cancelled");
  expect(processesWithMarker(run)).toEqual([]);
  expect(project.aml("resume", run)).toMatchObject({ status: 2, stderr: expect.stringContaining("is cancelled") });
  expect(project.aml("cancel", run)).toMatchObject({ status: 2, stderr: expect.stringContaining("is cancelled") });
  expect(project.aml("audit", "verify", run)).toMatchObject({ status: 0 });
  expect(project.aml("approvals").stdout).toContain("nothing waits");
}

describe("aml cancel", () => {
  test("of a run that a process drives: that process ends it in order, and no process of it is left", async () => {
    const { project, started, run } = await live();
    const cancelled = project.aml("cancel", run, "--json");
    expect(cancelled.status).toBe(0);
    expect(published(schema, cancelled)).toEqual({ version: 1, run, status: "cancelled", survivors: [] });
    const end = await started.finished;
    expect(end.status).toBe(1);
    const { status, plans } = runResult(end);
    expect(status).toBe("cancelled");
    expect(plans[0]?.nodes.map(({ id, status: of }) => `${id} ${of}`)).toEqual(["A done", "B pending", "C pending"]);
    expectOver(project, run);
  });

  test("of a run whose driver was killed: it is recorded here, and what it left running is ended", async () => {
    const { project, started, run } = await live();
    started.child.kill("SIGKILL");
    await started.finished;
    expect(processesWithMarker(run)).not.toEqual([]);
    expect(project.aml("status").stdout).toContain("interrupted");
    expect(project.aml("cancel", run)).toMatchObject({ status: 0, stdout: expect.stringContaining("cancelled") });
    expectOver(project, run);
  });

  test("of a run whose driver was told and killed before it could end it", async () => {
    const { project, started, run } = await live();
    started.child.kill("SIGSTOP");
    const asking = project.start({}, "cancel", run);
    // Told is told: the wish is in the journal, whatever becomes of the driver.
    await untilAsked(project, run);
    started.child.kill("SIGKILL");
    expect((await asking.finished).status).toBe(0);
    expectOver(project, run);
  });

  test("twice at once: both say that it is cancelled, and it ended once", async () => {
    const { project, run } = await live();
    const both = await Promise.all([
      project.start({}, "cancel", run).finished,
      project.start({}, "cancel", run).finished,
    ]);
    expect(both.map(({ status }) => status)).toEqual([0, 0]);
    const ends = project
      .aml("log", run, "--json")
      .stdout.split("\n")
      .filter((line) => line.includes('"run.finished"'));
    expect(ends).toHaveLength(1);
    expectOver(project, run);
  });

  test("of a run that waits for a person: nothing of it is asked any more", () => {
    const project = testProject({ "a.md": waitingDocument });
    const run = runResult(project.aml("run", "a.md", "--trust", "trusted", "--json")).run ?? "";
    expect(project.aml("approvals").stdout).toContain("Look");
    expect(project.aml("cancel", run)).toMatchObject({ status: 0 });
    expect(project.aml("approve", run, "A")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("is cancelled"),
    });
    expectOver(project, run);
  });

  test("of a run that failed: it is over for good", () => {
    const project = testProject({ "a.md": longDocument.replace("touch begun", "exit 1") });
    const run = runResult(project.aml("run", "a.md", "--trust", "trusted", "--json")).run ?? "";
    expect(project.aml("cancel", run)).toMatchObject({ status: 0 });
    expectOver(project, run);
  });

  test("of a run that is done: refused, and it stays done", () => {
    const project = testProject({ "a.md": longDocument, go: "" });
    const run = runResult(project.aml("run", "a.md", "--trust", "trusted", "--json")).run ?? "";
    expect(project.aml("cancel", run)).toMatchObject({ status: 2, stderr: expect.stringContaining("is done") });
    expect(runResult(project.aml("status", run, "--json")).status).toBe("done");
  });

  test("killed at any point, it can be given again", () => {
    for (const point of ["acquire-committed", "append-committed", "finish-begun", "finish-committed"]) {
      const project = testProject({ "a.md": waitingDocument });
      const run = runResult(project.aml("run", "a.md", "--trust", "trusted", "--json")).run ?? "";
      expect(project.amlWith({ AML_CRASH_AT: point }, "cancel", run).signal).toBe("SIGKILL");
      project.aml("cancel", run);
      expectOver(project, run);
    }
  });
});

async function untilAsked(project: TestProject, run: string): Promise<void> {
  const follower = project.start({}, "log", run, "--follow");
  await follower.shows("asks for the run to be cancelled");
  follower.child.kill("SIGKILL");
}
