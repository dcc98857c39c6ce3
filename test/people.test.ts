import { describe, expect, test } from "vitest";
import { testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

const document = `<skill impl="dde-simple">
flowchart LR
  A[Build] --> B[Look at it] --> C[Publish]
  D[Lint]
  <step node="A" type="tool" run="echo built"/>
  <step node="B" type="manual">Is the build good?</step>
  <step node="C" type="tool" run="echo published"/>
  <step node="D" type="tool" run="echo linted"/>
</skill>
`;

function waiting() {
  const project = testProject({ "release.md": document });
  const run = project.aml("run", "release.md", "--trust", "trusted", "--json");
  return { project, run, result: runResult(run), id: runResult(run).run ?? "" };
}

describe("a manual step", () => {
  test("waits for a person: exit code 3, other branches go on, the question and its answers are shown", () => {
    const { project, run, result, id } = waiting();
    expect(run.status).toBe(3);
    expect(result.status).toBe("waiting");
    expect(result.plans[0]?.nodes.map(({ id: step, status }) => `${step} ${status}`)).toEqual([
      "A done",
      "B waiting",
      "C pending",
      "D done",
    ]);
    const shown = project.aml("status", id).stdout;
    expect(shown).toContain("Is the build good?");
    expect(shown).toContain(`aml approve ${id} B`);
    expect(project.aml("approvals").stdout).toContain("Is the build good?");
  });

  test("approved, then resumed, the run goes on to its end", () => {
    const { project, id } = waiting();
    const approved = project.aml("approve", id, "B", "--note", "looks fine");
    expect(approved).toMatchObject({ status: 0 });
    expect(approved.stdout).toContain(`aml resume ${id}`);
    const resumed = project.aml("resume", id, "--json");
    expect(resumed.status).toBe(0);
    expect(runResult(resumed).checkpoints[0]?.answer).toMatchObject({ choice: "approve", note: "looks fine" });
    expect(runResult(resumed).output.text).toContain("published");
  });

  test("rejected, it is blocked and the run has failed; waived, the rest goes on without it", () => {
    const { project, id } = waiting();
    const rejected = project.aml("approve", id, "B", "--reject", "--resume", "--json");
    expect(rejected.status).toBe(1);
    expect(runResult(rejected).plans[0]?.nodes[1]?.status).toBe("blocked");
    const waived = project.aml("approve", id, "B", "--choose", "waive", "--resume", "--json");
    expect(waived.status).toBe(0);
    expect(runResult(waived).plans[0]?.nodes[1]).toMatchObject({ status: "skipped", skipped: "waived" });
  });

  test("an answer counts once: the second, and one to a step that does not wait, are refused", () => {
    const { project, id } = waiting();
    project.aml("approve", id, "B");
    expect(project.aml("approve", id, "B")).toMatchObject({ status: 2 });
    expect(project.aml("approve", id, "C").stderr).toMatch(/waits/);
  });

  test("a choice that is not offered is refused and the choices are named", () => {
    const { project, id } = waiting();
    const refused = project.aml("approve", id, "B", "--choose", "later");
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain(`aml approve ${id} B`);
  });

  test("resumed without an answer, it still waits", () => {
    const { project, id } = waiting();
    expect(project.aml("resume", id)).toMatchObject({ status: 3 });
  });

  test("a process of a run cannot answer for a person", () => {
    const { project, id } = waiting();
    const refused = project.amlWith({ AML_RUN_MARKER: id }, "approve", id, "B");
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain("only a person");
  });
});

test("a plain diagram runs too: a tool node with its command, and a manual node", () => {
  const project = testProject();
  project.copy("examples/plain.mmd");
  project.copy("examples/nightly-load/inbox");
  const run = project.aml("run", "examples/plain.mmd", "--trust", "trusted", "--json");
  expect(run.status).toBe(3);
  const result = runResult(run);
  expect(result.plans[0]?.nodes[0]?.output?.text.trim()).toBe("1468");
  const done = project.aml("approve", result.run ?? "", "B", "--resume", "--json");
  expect(runResult(done)).toMatchObject({ status: "done" });
});

test("the one diagram of a Markdown file without tags runs as well", () => {
  const project = testProject({
    "process.md": '# Process\n\n```mermaid\nflowchart LR\n  A@{ label: "Say it", type: tool, run: "echo said" }\n```\n',
  });
  const run = project.aml("run", "process.md", "--trust", "trusted", "--json");
  expect(runResult(run)).toMatchObject({ status: "done", output: { text: expect.stringContaining("said") } });
});
