import { expect, test } from "vitest";
import { appears, longDocument, newestRun } from "./support/long-run.ts";
import { testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

test("two processes resume the same run at once: one does, the other says who, and each step runs once", async () => {
  const project = testProject({ "a.md": longDocument });
  const killed = project.start({}, "run", "a.md", "--trust", "trusted");
  await appears(project, "begun");
  const run = newestRun(project);
  killed.child.kill("SIGKILL");
  await killed.finished;
  const both = [0, 1].map(() => project.start({}, "resume", run, "--json"));
  const first = await Promise.race(both.map(({ finished }) => finished));
  expect(first).toMatchObject({ status: 2, stdout: "" });
  const winner = both.find(({ child }) => child.exitCode === null);
  expect(first.stderr).toContain(`driven by process ${winner?.child.pid}`);
  project.write("go", "");
  const ends = await Promise.all(both.map(({ finished }) => finished));
  const done = ends.find(({ status }) => status === 0);
  expect(done && runResult(done).plans[0]?.nodes.map(({ id, attempt }) => `${id}${attempt}`)).toEqual([
    "A1",
    "B2",
    "C1",
  ]);
  expect(ends.map(({ status }) => status).sort()).toEqual([0, 2]);
});
