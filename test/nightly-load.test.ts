import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type TestProject, testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

const document = "examples/nightly-load/nightly-load.md";

function nightlyLoad(): TestProject {
  const project = testProject();
  project.copy("examples/nightly-load/inbox");
  project.copy(document);
  project.write("aml.config.json", '{ "environment": ["NIGHTLY_LOAD_SLOW"] }');
  return project;
}

test("the nightly load runs to its end, says what it did and leaves the warehouse, the report and a record", () => {
  const project = nightlyLoad();
  const run = project.aml("run", document, "--trust", "trusted");
  expect(run).toMatchObject({ status: 0 });
  expect(run.stdout).toContain("Loaded 1461 rows into the table weather of examples/nightly-load/out/warehouse.db");
  expect(run.stdout).toContain("4 steps done");
  expect(project.read("examples/nightly-load/out/report.md")).toContain("rejected 7 rows");
  expect(project.read(".aml/.gitignore").trim()).toBe("*");
});

test("--json prints the result alone, with every step, its output and the head of the record", () => {
  const project = nightlyLoad();
  const run = project.aml("run", document, "--trust", "trusted", "--json");
  const result = runResult(run);
  expect(result).toMatchObject({ version: 1, status: "done", checkpoints: [], permissions: { asked: 0 } });
  expect(result.plans[0]?.nodes.map(({ id, status, attempt }) => `${id} ${status} ${attempt}`)).toEqual([
    "A done 1",
    "B done 1",
    "C done 1",
    "D done 1",
  ]);
  expect(result.plans[0]?.nodes[1]?.output?.json).toEqual({ staged: 1461, rejected: 7 });
  expect(result.audit.head).toMatch(/^[0-9a-f]{64}$/);
});

test("without a terminal, progress is one line per change, on stderr", () => {
  const project = nightlyLoad();
  const { stderr } = project.aml("run", document, "--trust", "trusted", "--json");
  for (const id of ["A", "B", "C", "D"]) {
    expect(stderr.split("\n").filter((line) => new RegExp(`\\b${id}\\b.*\\bdone\\b`).test(line))).toHaveLength(1);
  }
});

test("running the same document twice gives two runs and two plans", () => {
  const project = nightlyLoad();
  const [first, second] = [1, 2].map(() => runResult(project.aml("run", document, "--trust", "trusted", "--json")));
  expect(first?.run).not.toBe(second?.run);
  expect(first?.plans[0]?.id).not.toBe(second?.plans[0]?.id);
});

test("after SIGKILL in the middle of transform, resume runs that step as attempt 2 and no completed step again", async () => {
  const project = nightlyLoad();
  const started = project.start({ NIGHTLY_LOAD_SLOW: "600" }, "run", document, "--trust", "trusted");
  await started.shows("B");
  const id = await waitForStep(project, "B", "in_progress");
  started.child.kill("SIGKILL");
  await started.finished;
  const status = project.aml("status", id);
  expect(status.stdout).toContain("interrupted");

  const resumed = runResult(project.aml("resume", id, "--json"));
  expect(resumed.status).toBe("done");
  expect(resumed.plans[0]?.nodes.map(({ id: step, attempt }) => `${step}${attempt}`)).toEqual(["A1", "B2", "C1", "D1"]);
  const log = project
    .aml("log", id, "--json")
    .stdout.trim()
    .split("\n")
    .map((line): { type: string; data: { step?: string } } => JSON.parse(line));
  expect(log.filter(({ type, data }) => type === "step.started" && data.step === "A")).toHaveLength(1);
  expect(log.filter(({ type, data }) => type === "step.started" && data.step === "B")).toHaveLength(2);
});

test("a wrong checksum blocks the step; mended and retried, the run goes on from there", () => {
  const project = nightlyLoad();
  const inbox = project.path("examples/nightly-load/inbox/seattle-weather.csv");
  const good = readFileSync(inbox, "utf8");
  writeFileSync(inbox, good.replace("drizzle", "DRIZZLE"));
  const failed = project.aml("run", document, "--trust", "trusted", "--json");
  expect(failed.status).toBe(1);
  const result = runResult(failed);
  expect(result.status).toBe("failed");
  expect(result.plans[0]?.nodes.map(({ status }) => status)).toEqual(["blocked", "pending", "pending", "pending"]);
  expect(result.checkpoints[0]).toMatchObject({ step: "A", reason: "blocked" });
  expect(result.checkpoints[0]?.choices.map(({ id }) => id)).toEqual(["retry", "waive", "cancel", "abort"]);
  const run = result.run ?? "";
  const told = project.aml("status", run);
  expect(told.stdout).toContain("does not match its manifest");
  expect(told.stdout).toContain(`aml approve ${run} A --choose retry`);

  writeFileSync(inbox, good);
  const approved = project.aml("approve", run, "A", "--choose", "retry", "--resume", "--json");
  expect(approved.status).toBe(0);
  expect(runResult(approved).plans[0]?.nodes.map(({ id, attempt }) => `${id}${attempt}`)).toEqual([
    "A2",
    "B1",
    "C1",
    "D1",
  ]);
});

test("a second run of the same plan while the first is alive is told who holds it", async () => {
  const project = nightlyLoad();
  const started = project.start({ NIGHTLY_LOAD_SLOW: "600" }, "run", document, "--trust", "trusted");
  const id = await waitForStep(project, "B", "in_progress");
  const second = project.aml("resume", id);
  expect(second).toMatchObject({ status: 2 });
  expect(second.stderr).toContain(`process ${started.child.pid}`);
  started.child.kill("SIGINT");
  expect((await started.finished).status).toBe(130);
});

/** Asks until a step has a status: the run is another process, and its state file is how it tells. */
async function waitForStep(project: TestProject, step: string, status: string): Promise<string> {
  for (let tries = 0; tries < 400; tries++) {
    const listed = project.aml("status", "--json");
    if (listed.status === 0) {
      const { runs }: { runs: { run: string }[] } = JSON.parse(listed.stdout);
      for (const { run } of runs) {
        const nodes = runResult(project.aml("status", run, "--json")).plans[0]?.nodes ?? [];
        if (nodes.some((node) => node.id === step && node.status === status)) return run;
      }
    }
  }
  throw new Error(`${step} never became ${status} in ${join(project.root, ".aml")}`);
}
