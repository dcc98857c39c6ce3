import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { appears, longDocument, newestRun, runsOf } from "./support/long-run.ts";
import { type TestProject, testProject } from "./support/project.ts";
import { published } from "./support/published.ts";
import { runResult } from "./support/run-result.ts";

const manual = '<skill impl="dde-simple">\nflowchart LR\n  A@{ label: "Look", type: manual }\n</skill>\n';
const failing = '<skill impl="dde-simple">\nflowchart LR\n  A@{ label: "Fail", type: tool, run: "exit 1" }\n</skill>\n';

const start = (project: TestProject, file: string) =>
  runResult(project.aml("run", file, "--trust", "trusted", "--json")).run ?? "";
const pruned = (project: TestProject, ...args: readonly string[]) =>
  published("prune-result.schema.json", project.aml("prune", ...args, "--json"));
const removedBy = (project: TestProject, ...args: readonly string[]): string[] =>
  pruned(project, ...args).removed.map(({ run }: { run: string }) => run);

function withRuns() {
  const project = testProject({ "done.md": longDocument, go: "", "waits.md": manual, "fails.md": failing });
  const [done, waiting, failed, cancelled] = ["done.md", "waits.md", "fails.md", "waits.md"].map((file) =>
    start(project, file),
  );
  project.aml("cancel", cancelled ?? "");
  return { project, done: done ?? "", waiting: waiting ?? "", failed: failed ?? "", cancelled: cancelled ?? "" };
}

describe("aml prune", () => {
  test("in a project in which nothing was run: nothing is removed, and no state is made", () => {
    const project = testProject();
    expect(pruned(project)).toEqual({ version: 1, removed: [], kept: 0, dryRun: false });
    expect(existsSync(project.path(".aml"))).toBe(false);
  });

  test("removes runs that are done or cancelled, with their files, and says which; others can still be gone on with", () => {
    const { project, done, waiting, failed, cancelled } = withRuns();
    project.write(`.aml/transcripts/${done}/main.ndjson`, "{}\n");
    project.write(`.aml/logs/${done}.log`, "x\n");
    expect(new Set(removedBy(project))).toEqual(new Set([done, cancelled]));
    expect(new Set(runsOf(project).map(({ run }) => run))).toEqual(new Set([waiting, failed]));
    for (const name of [`transcripts/${done}`, `logs/${done}.log`])
      expect(existsSync(project.path(`.aml/${name}`))).toBe(false);
    expect(project.aml("status", done)).toMatchObject({ status: 2 });
    expect(project.aml("audit", "verify", waiting)).toMatchObject({ status: 0 });
    expect(project.aml("approve", waiting, "A", "--resume")).toMatchObject({ status: 0 });
  });

  test("says what it removed and kept, and how a run that is not finished ends", () => {
    const { project, done } = withRuns();
    const { stdout } = project.aml("prune");
    expect(stdout).toContain(`removed ${done}  done`);
    expect(stdout).toMatch(/removed 2 runs, kept 2; 2 of them not finished.*aml cancel RUN/);
    expect(project.aml("prune").stdout).toContain("removed 0 runs, kept 2");
  });

  test("--older-than keeps what ended since then", () => {
    const { project } = withRuns();
    expect(removedBy(project, "--older-than", "1")).toEqual([]);
    expect(removedBy(project, "--older-than", "0")).toHaveLength(2);
  });

  test("--dry-run removes nothing", () => {
    const { project, done } = withRuns();
    expect(pruned(project, "--dry-run")).toMatchObject({ dryRun: true, kept: 2 });
    expect(runsOf(project).map(({ run }) => run)).toContain(done);
  });

  test.each(["-1", "soon", "1e3"])("--older-than %s: exit code 2", (days) => {
    expect(testProject().aml("prune", `--older-than=${days}`)).toMatchObject({ status: 2, stdout: "" });
  });

  test("leaves a run that is being driven, and one whose driver was killed", async () => {
    const project = testProject({ "a.md": longDocument });
    const started = project.start({}, "run", "a.md", "--trust", "trusted");
    await appears(project, "begun");
    const run = newestRun(project);
    expect(removedBy(project)).toEqual([]);
    started.child.kill("SIGKILL");
    await started.finished;
    expect(removedBy(project)).toEqual([]);
    expect(project.aml("cancel", run)).toMatchObject({ status: 0 });
    expect(removedBy(project)).toEqual([run]);
  });
});
