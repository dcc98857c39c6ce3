import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { appears, comesTo, longDocument, runsOf } from "./support/long-run.ts";
import { type TestProject, testProject } from "./support/project.ts";
import { published } from "./support/published.ts";
import { runResult } from "./support/run-result.ts";

const schema = "detached-run.schema.json";

function detached(files: Record<string, string> = {}) {
  const project = testProject({ "a.md": longDocument, ...files });
  const started = project.aml("run", "a.md", "--trust", "trusted", "--detach", "--json");
  expect(started.status).toBe(0);
  const told = published(schema, started);
  onTestFinished(() => void project.aml("cancel", told.run));
  return { project, run: String(told.run), pid: Number(told.pid), log: String(told.log) };
}

describe("aml run --detach", () => {
  test("prints the run's id and returns while the run goes on; what the run prints is in its log", async () => {
    const { project, run, log } = detached();
    expect(runsOf(project)).toMatchObject([{ run, status: "running" }]);
    await appears(project, "begun");
    writeFileSync(project.path("go"), "");
    await comesTo(project, run, "done");
    expect(log).toBe(project.path(`.aml/logs/${run}.log`));
    await endOf(log, '"status":"done"');
    expect(readFileSync(log, "utf8")).toContain("B Long: done");
  });

  test("the run survives the hang-up of a terminal, and ends in order on SIGTERM", async () => {
    const { project, run, pid } = detached();
    await appears(project, "begun");
    process.kill(pid, "SIGHUP");
    expect(runsOf(project)[0]?.status).toBe("running");
    process.kill(pid, "SIGTERM");
    await comesTo(project, run, "interrupted");
    writeFileSync(project.path("go"), "");
    expect(runResult(project.aml("resume", run, "--json")).status).toBe("done");
  });

  test("the run is in a session of its own, so that no terminal's process group takes it along", () => {
    const { pid } = detached();
    const [, , , session] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    expect(session).toBe(String(pid));
  });

  test("it is cancelled like any other", async () => {
    const { project, run } = detached();
    await appears(project, "begun");
    expect(project.aml("cancel", run)).toMatchObject({ status: 0 });
    expect(runsOf(project)).toMatchObject([{ run, status: "cancelled" }]);
  });

  test("a document that is refused is told here, with its diagnostics; nothing goes on and no log is left", () => {
    const project = testProject({ "a.md": "Just prose.\n" });
    const refused = project.aml("run", "a.md", "--trust", "trusted", "--detach");
    expect(refused).toMatchObject({ status: 1, stdout: expect.stringContaining("AML6002") });
    const json = project.aml("run", "a.md", "--trust", "trusted", "--detach", "--json");
    expect(runResult(json)).toMatchObject({ run: null, status: "refused" });
    expect(logsOf(project)).toEqual([]);
  });

  test.each([
    ["a missing file", ["none.md", "--trust", "trusted"], /no such file/],
    ["nobody's trust", ["a.md"], /nobody has trusted/],
    ["an unknown agent", ["a.md", "--trust", "trusted", "--agent", "none"], /no agent "none"/],
    ["an unknown option", ["a.md", "--trust", "trusted", "--detached"], /--detach/],
  ])("%s is told here: exit code 2", (_, args, message) => {
    const project = testProject({ "a.md": longDocument });
    expect(project.aml("run", ...args, "--detach")).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(message),
    });
    expect(logsOf(project)).toEqual([]);
  });

  test("killed before it began, it leaves nothing behind", () => {
    const project = testProject({ "a.md": longDocument });
    const killed = project.amlWith(
      { AML_CRASH_AT: "create-run-begun" },
      "run",
      "a.md",
      "--trust",
      "trusted",
      "--detach",
    );
    expect(killed).toMatchObject({ status: 2, stderr: expect.stringContaining("SIGKILL") });
    expect(runsOf(project)).toEqual([]);
    expect(logsOf(project)).toEqual([]);
  });
});

function logsOf(project: TestProject): string[] {
  const folder = project.path(".aml/logs");
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Resolves when a file that another process writes holds this. */
async function endOf(file: string, text: string): Promise<void> {
  while (!readFileSync(file, "utf8").includes(text)) await wait(20);
}
