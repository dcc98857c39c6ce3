import { expect, test } from "vitest";
import { testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

const diagram = `flowchart LR
  A@{ label: "Load", type: tool, run: "echo load >> log" } --> B@{ label: "Good?", type: manual }
`;

const runNightly = ["run", "nightly.mmd", "--trust", "trusted", "--design-id", "nightly"] as const;

test("aml run --design-id goes on with an unfinished plan, and runs nothing twice", () => {
  const project = testProject({ "nightly.mmd": diagram });
  const waiting = project.aml(...runNightly, "--json");
  expect(waiting.status).toBe(3);
  const { run } = runResult(waiting);
  expect(project.aml("approve", run ?? "", "B").status).toBe(0);
  const done = project.aml(...runNightly, "--json");
  expect(done.status).toBe(0);
  expect(runResult(done)).toMatchObject({ run, status: "done", plans: [{ id: "nightly" }] });
  expect(project.read("log")).toBe("load\n");
});

test("aml run --design-id refuses a finished plan with exit code 1 and names --new, which begins another", () => {
  const project = testProject({ "nightly.mmd": diagram });
  const { run } = runResult(project.aml(...runNightly, "--json"));
  project.aml("approve", run ?? "", "B", "--resume");
  const refused = project.aml(...runNightly, "--json");
  expect(refused.status).toBe(1);
  expect(runResult(refused)).toMatchObject({ run: null, status: "refused", diagnostics: [{ code: "AML7061" }] });
  expect(project.aml(...runNightly).stdout).toMatch(/plan `nightly` is finished[\s\S]*--new begins another/);
  expect(project.aml("explain", "AML7061").stdout).toContain("--new");
  const another = project.aml(...runNightly, "--new", "--json");
  expect(another.status).toBe(3);
  expect(runResult(another).plans[0]?.id).toBe("nightly--2");
});

test("aml run --design-id refuses another diagram under the id with both hashes", () => {
  const project = testProject({ "nightly.mmd": diagram });
  project.aml(...runNightly);
  project.write("nightly.mmd", diagram.replace("Good?", "Fine?"));
  const refused = project.aml(...runNightly);
  expect(refused.status).toBe(1);
  expect(refused.stdout).toMatch(/its hash is [0-9a-f]{64}, the one given has [0-9a-f]{64}/);
  expect(refused.stdout).toContain("give back the diagram and the steps that it began with, or choose another id");
});

test("aml run without an id begins a new plan each time", () => {
  const project = testProject({ "nightly.mmd": diagram });
  const [one, two] = [1, 2].map(() => runResult(project.aml("run", "nightly.mmd", "--trust", "trusted", "--json")));
  expect(one?.run).not.toBe(two?.run);
  expect(one?.plans[0]?.id).not.toBe(two?.plans[0]?.id);
});

test("aml run --detach tells the run that it goes on with", async () => {
  const project = testProject({ "nightly.mmd": diagram });
  const { run } = runResult(project.aml(...runNightly, "--json"));
  project.aml("approve", run ?? "", "B");
  const detached = project.aml(...runNightly, "--detach", "--json");
  expect(JSON.parse(detached.stdout).run).toBe(run);
  await project.start({}, "log", run ?? "", "--follow").finished;
  expect(project.read("log")).toBe("load\n");
});

test("aml run --design-id goes on with a plan whose process was killed", () => {
  const project = testProject({
    "nightly.mmd":
      'flowchart LR\n  A@{ label: "Load", type: tool, run: "echo load >> log" } --> B@{ label: "Tell", type: tool, run: "cat log" }\n',
  });
  expect(project.amlWith({ AML_CRASH_AT: "commit-committed:2" }, ...runNightly).signal).toBe("SIGKILL");
  const done = project.aml(...runNightly, "--json");
  expect(done.status).toBe(0);
  expect(JSON.parse(project.aml("status", "--json").stdout).runs).toHaveLength(1);
  expect(runResult(done)).toMatchObject({ output: { text: "load" }, plans: [{ id: "nightly", status: "done" }] });
  expect(project.read("log")).toBe("load\n");
});
