import { spawnSync } from "node:child_process";
import { processesWithMarker } from "@agent-markup/core";
import { describe, expect, onTestFinished, test } from "vitest";
import { appears, longDocument, newestRun } from "./support/long-run.ts";
import { commandsIn } from "./support/processes.ts";
import { type TestProject, testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

const documents = {
  "agent.md": '<agent name="worker">Work.</agent>\n',
  "other.md": '<skill impl="dde-simple">\nflowchart LR\n  A@{ label: "Say", type: tool, run: "echo said" }\n</skill>\n',
};

/** An agent that ends neither with its input nor by SIGTERM, whose grandchild left its session and does not either. */
const stubborn = [
  { ignore: ["end_of_input", "signals"] },
  { spawn: { command: ["sh", "-c", "trap '' TERM; setsid sh -c 'touch grandchild; sleep 1000; :' & wait"] } },
  { message: "working" },
  { hang: true },
];

function agentProject(settings: object = {}): TestProject {
  const project = testProject(documents);
  project.write(
    "script.json",
    JSON.stringify({ turns: [{ times: 1, steps: stubborn }, { steps: [{ message: "again" }] }] }),
  );
  project.write(
    "aml.config.json",
    JSON.stringify({ agents: { "*": { profile: "scripted", script: "script.json", ...settings } } }),
  );
  return project;
}

const flags = ["--trust", "trusted", "--permissions", "deny"];

/** A run of the agent whose runtime was killed while the agent and its grandchild were at work. */
async function killedRun(project: TestProject): Promise<string> {
  const started = project.start({}, "run", "agent.md", ...flags);
  await appears(project, "grandchild");
  const run = newestRun(project);
  onTestFinished(() => expect(processesWithMarker(run)).toEqual([]));
  started.child.kill("SIGKILL");
  await started.finished;
  // The agent, the shell, and the grandchild's: at least these.
  expect(processesWithMarker(run).length).toBeGreaterThanOrEqual(3);
  return run;
}

describe("what a runtime that was killed with SIGKILL left running", () => {
  test("is ended by the next run of another document in that project, which says so", async () => {
    const project = agentProject();
    const run = await killedRun(project);
    const next = project.aml("run", "other.md", "--trust", "trusted");
    expect(next.status).toBe(0);
    expect(next.stderr).toContain(`aml: ended what a killed process left of run ${run}: `);
    expect(processesWithMarker(run)).toEqual([]);
  });

  test("is ended by a resume of that run before it begins anew", async () => {
    const project = agentProject();
    const run = await killedRun(project);
    project.write("script.json", JSON.stringify({ turns: [{ steps: [{ message: "again" }] }] }));
    const resumed = project.aml("resume", run, "--json");
    expect(runResult(resumed)).toMatchObject({ status: "done", output: { text: "again\n" } });
    expect(resumed.stderr).toContain(`aml: ended what a killed process left of run ${run}: `);
    expect(processesWithMarker(run)).toEqual([]);
  });

  test.skipIf(spawnSync("unshare", ["--pid", "--fork", "--mount-proc", "true"]).status !== 0)(
    "in a PID namespace is ended by the next run, with what bears no marker",
    async () => {
      const project = agentProject({ contain: "namespace" });
      const hidden = "touch hidden; exec -a aml-test-hidden sleep 1000";
      const hide = ["sh", "-c", `(env -i setsid bash -c '${hidden}' &)`];
      const steps = [{ spawn: { command: hide } }, ...stubborn];
      project.write("script.json", JSON.stringify({ turns: [{ steps }] }));
      const run = await killedRun(project);
      await appears(project, "hidden");
      expect(commandsIn(project.root)).toContain("aml-test-hidden 1000");
      project.aml("run", "other.md", "--trust", "trusted");
      expect(processesWithMarker(run)).toEqual([]);
      expect(commandsIn(project.root)).toEqual([]);
    },
  );

  test("is ended when the run is cancelled", async () => {
    const project = agentProject();
    const run = await killedRun(project);
    expect(project.aml("cancel", run)).toMatchObject({ status: 0, stdout: `cancelled: run ${run}\n` });
    expect(processesWithMarker(run)).toEqual([]);
  });

  test("is all that is ended: a run whose driver lives goes on", async () => {
    const project = agentProject();
    project.write("long.md", longDocument);
    const living = project.start({}, "run", "long.md", "--trust", "trusted");
    await appears(project, "begun");
    const alive = newestRun(project);
    await killedRun(project);
    expect(project.aml("run", "other.md", "--trust", "trusted").stderr).not.toContain(alive);
    project.write("go", "");
    expect((await living.finished).status).toBe(0);
  });

  test("of another project is left to the next run there", async () => {
    const [project, elsewhere] = [agentProject(), agentProject()];
    const run = await killedRun(project);
    const before = processesWithMarker(run);
    expect(elsewhere.aml("run", "other.md", "--trust", "trusted").stderr).not.toContain(run);
    expect(processesWithMarker(run)).toEqual(before);
    project.aml("run", "other.md", "--trust", "trusted");
    expect(processesWithMarker(run)).toEqual([]);
  });
});
