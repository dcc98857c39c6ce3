import { describe, expect, test } from "vitest";
import { appears, newestRun } from "./support/long-run.ts";
import { testProject } from "./support/project.ts";
import { published } from "./support/published.ts";
import { runResult } from "./support/run-result.ts";

const document = `<skill impl="dde-advanced">
flowchart LR
  A[Build] --> B[Publish] --> C[Announce]
  D[Look]
  <step node="A" type="tool" run="echo built"/>
  <step node="B" type="tool" run="test -e online && echo published"/>
  <step node="C" type="tool" run="echo announced"/>
  <step node="D" type="manual">Is it good?</step>
</skill>
`;

function failed() {
  const project = testProject({ "a.md": document });
  const end = project.aml("run", "a.md", "--trust", "trusted", "--json");
  expect(end.status).toBe(1);
  return { project, run: runResult(end).run ?? "" };
}

const statuses = ({ plans }: ReturnType<typeof runResult>) =>
  plans[0]?.nodes.map(({ id, status }) => `${id} ${status}`);

describe.each(["retry", "skip"])("aml %s", (command) => {
  test.each([
    ["a step that is done", "A", /it is done/],
    ["a step that has not run", "C", /it is pending/],
    ["a step that waits for a decision", "D", /waits for a decision[\s\S]*approve/],
    ["a step that there is not", "BB", /no such step/],
  ])("refuses %s, and says what is: exit code 2", (_, step, message) => {
    const { project, run } = failed();
    expect(project.aml(command, run, step)).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringMatching(message),
    });
  });

  test("refuses what was answered already", () => {
    const { project, run } = failed();
    const first = published("answer-result.schema.json", project.aml(command, run, "B", "--json"));
    expect(first.answer.choice).toBe(command === "retry" ? "retry" : "waive");
    expect(project.aml(command, run, "B")).toMatchObject({ status: 2, stdout: "" });
  });

  test("refuses a run that is over", () => {
    const { project, run } = failed();
    project.aml("cancel", run);
    expect(project.aml(command, run, "B")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("is cancelled"),
    });
  });

  test("cannot be given by a process of a run", () => {
    const { project, run } = failed();
    const refused = project.amlWith({ AML_RUN_MARKER: run }, command, run, "B");
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining("only a person") });
  });

  test("killed before it was recorded, it can be given again", () => {
    const { project, run } = failed();
    expect(project.amlWith({ AML_CRASH_AT: "answer-written" }, command, run, "B").signal).toBe("SIGKILL");
    expect(project.aml(command, run, "B")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`aml resume ${run}`),
    });
  });
});

test("aml retry runs the step again, as the next attempt", () => {
  const { project, run } = failed();
  project.write("online", "");
  const resumed = runResult(project.aml("retry", run, "B", "--note", "back online", "--resume", "--json"));
  expect(statuses(resumed)).toEqual(["A done", "B done", "C done", "D waiting"]);
  expect(resumed.plans[0]?.nodes[1]?.attempt).toBe(2);
  expect(resumed.checkpoints.find(({ step }) => step === "B")?.answer).toMatchObject({
    choice: "retry",
    note: "back online",
  });
});

test("aml skip goes on without the step", () => {
  const { project, run } = failed();
  const resumed = runResult(project.aml("skip", run, "B", "--resume", "--json"));
  expect(statuses(resumed)).toEqual(["A done", "B skipped", "C done", "D waiting"]);
});

test("aml skip of a gate is refused: nobody could tell which branch to take", () => {
  const gate = `<skill impl="dde-advanced">\nflowchart LR\n  G{Good?} -- yes --> A\n  G -- no --> B
  <step node="G" type="gate" run="exit 7"/>\n  <step node="A" type="pass"/>\n  <step node="B" type="pass"/>\n</skill>\n`;
  const project = testProject({ "a.md": gate });
  const run = runResult(project.aml("run", "a.md", "--trust", "trusted", "--json")).run ?? "";
  expect(project.aml("skip", run, "G")).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/a gate is not skipped/),
  });
});

test("an answer to a run that is being driven is taken up by whoever drives it", async () => {
  const beside = document.replace(
    "  D[Look]",
    '  E[Long]\n  <step node="E" type="tool">\n  ```bash\n  touch begun; until [ -e go ]; do sleep 0.05; done\n  ```\n  </step>\n  D[Look]',
  );
  const project = testProject({ "a.md": beside });
  const started = project.start({}, "run", "a.md", "--trust", "trusted", "--json", "--max-parallel", "2");
  await started.shows("B Publish: blocked");
  await appears(project, "begun");
  const run = newestRun(project);
  project.write("online", "");
  const answered = project.aml("retry", run, "B");
  expect(answered).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(`process ${started.child.pid} drives the run`),
  });
  project.write("go", "");
  expect(statuses(runResult(await started.finished))).toContain("B done");
});
