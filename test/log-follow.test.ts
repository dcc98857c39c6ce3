import { describe, expect, test } from "vitest";
import { appears, longDocument, newestRun } from "./support/long-run.ts";
import { testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

async function followed(...args: readonly string[]) {
  const project = testProject({ "a.md": longDocument });
  const started = project.start({}, "run", "a.md", "--trust", "trusted");
  await appears(project, "begun");
  const run = newestRun(project);
  const follower = project.start({}, "log", run, "--follow", ...args);
  await follower.shows("step.started".slice(0, args.length === 0 ? 4 : 12));
  return { project, started, run, follower };
}

describe("aml log --follow", () => {
  test("tells what happens as it does, each event once, and ends when the run does", async () => {
    const { project, run, follower } = await followed("--json");
    project.write("go", "");
    const { status, stdout } = await follower.finished;
    expect(status).toBe(0);
    expect(stdout).toBe(project.aml("log", run, "--json").stdout);
    expect(stdout.trimEnd().split("\n").at(-1)).toContain('"run.finished"');
  });

  test("ends when the driver is killed, and says how to go on", async () => {
    const { project, started, run, follower } = await followed();
    started.child.kill("SIGKILL");
    const { status, stderr } = await follower.finished;
    expect(status).toBe(0);
    expect(stderr).toContain(`aml resume ${run}`);
    project.aml("cancel", run);
  });

  test("ends when the run is cancelled", async () => {
    const { project, run, follower } = await followed();
    project.aml("cancel", run);
    expect((await follower.finished).stdout).toContain("run cancelled");
  });

  test("of a run that has ended tells all of it at once", () => {
    const project = testProject({ "a.md": longDocument, go: "" });
    const run = runResult(project.aml("run", "a.md", "--trust", "trusted", "--json")).run ?? "";
    expect(project.aml("log", run, "-f").stdout).toBe(project.aml("log", run).stdout);
  });
});
