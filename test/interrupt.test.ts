import { existsSync } from "node:fs";
import { processesWithMarker } from "@agent-markup/core";
import { describe, expect, test } from "vitest";
import { type TestProject, testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

const document = `<skill impl="dde-simple">
flowchart LR
  A[First] --> B[Long] --> C[Last]
  <step node="A" type="tool" run="echo first"/>
  <step node="B" type="tool">
  \`\`\`bash
  if [ "$AML_ATTEMPT" = 1 ]; then touch started; sleep 600; fi
  echo second
  \`\`\`
  </step>
  <step node="C" type="tool" run="echo last"/>
</skill>
`;

/** The id of the one run of a project. */
function onlyRun(project: TestProject): string {
  const { runs }: { runs: { run: string }[] } = JSON.parse(project.aml("status", "--json").stdout);
  return runs[0]?.run ?? "";
}

describe("a run that is stopped by a signal", () => {
  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "%s in the middle of a step: exit code 130, no process left, resumable",
    async (signal) => {
      const project = testProject({ "a.md": document });
      const started = project.start({}, "run", "a.md", "--trust", "trusted");
      await started.shows("B Long: started");
      started.child.kill(signal);
      const { status, stderr } = await started.finished;
      expect(status).toBe(130);
      expect(stderr).not.toMatch(/\n\s+at /);
      const id = onlyRun(project);
      expect(processesWithMarker(id)).toEqual([]);
      expect(project.aml("status", id).stdout).toContain(`aml resume ${id}`);
      project.write("started", "");
      const resumed = runResult(project.aml("resume", id, "--json"));
      expect(resumed.plans[0]?.nodes.map(({ id: step, attempt }) => `${step}${attempt}`)).toEqual(["A1", "B2", "C1"]);
    },
  );

  test("Ctrl-C in an agent's turn ends the agent and leaves the step to be run again", async () => {
    const project = testProject();
    project.copy("examples/review-with-agent");
    project.write(
      "examples/review-with-agent/script.json",
      JSON.stringify({ turns: [{ steps: [{ message: "thinking" }, { hang: true }] }] }),
    );
    const agents = { reviewer: { profile: "scripted", script: "examples/review-with-agent/script.json" } };
    project.write("aml.config.json", JSON.stringify({ agents }));
    const started = project.start(
      {},
      "run",
      "examples/review-with-agent/review.md",
      "--trust",
      "trusted",
      "--permissions",
      "deny",
    );
    await started.shows("A Review the function: started");
    started.child.kill("SIGINT");
    expect((await started.finished).status).toBe(130);
    const id = onlyRun(project);
    expect(processesWithMarker(id)).toEqual([]);
    expect(runResult(project.aml("status", id, "--json")).plans[0]?.nodes[0]).toMatchObject({
      status: "pending",
      attempt: 1,
    });
  });

  test("killed with SIGKILL, what it left running is ended by the next resume", async () => {
    const project = testProject({ "a.md": document });
    const started = project.start({}, "run", "a.md", "--trust", "trusted");
    await started.shows("B Long: started");
    started.child.kill("SIGKILL");
    await started.finished;
    const id = onlyRun(project);
    expect(existsSync(project.path(".aml/state.db"))).toBe(true);
    expect(runResult(project.aml("resume", id, "--json")).status).toBe("done");
    expect(processesWithMarker(id)).toEqual([]);
  });
});
