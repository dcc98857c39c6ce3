import { expect, test } from "vitest";
import { testProject } from "./support/project.ts";
import { published } from "./support/published.ts";
import { runResult } from "./support/run-result.ts";

const document = `<skill impl="dde-advanced">
flowchart LR
  A[Look] --> B{"Which?|type=gate"}
  B -->|left| C
  B -->|right| D
  B -->|else| D
  <step node="A" type="manual">Is it good?</step>
  <step node="B" type="gate">Which way?</step>
  <step node="C" type="tool" run="echo went left"/>
  <step node="D" type="tool" run="echo went right"/>
</skill>
`;

function waiting() {
  const project = testProject({ "a.md": document });
  const end = project.aml("run", "a.md", "--trust", "trusted", "--json");
  expect(end.status).toBe(3);
  return { project, run: runResult(end).run ?? "", plan: runResult(end).plans[0]?.id ?? "" };
}

test("an answer in advance is recorded, and used when the step asks", () => {
  const { project, run, plan } = waiting();
  const ahead = published(
    "answer-result.schema.json",
    project.aml("approve", run, "B", "--choose", "LEFT", "--note", "as ever", "--in-advance", "--json"),
  );
  expect(ahead).toMatchObject({ run, plan, step: "B", answer: { choice: "left", note: "as ever" } });
  const end = project.aml("approve", run, "A", "--resume", "--json");
  expect(end.status).toBe(0);
  const result = runResult(end);
  expect(result.output.text).toBe("went left\n");
  expect(result.plans[0]?.gates).toEqual([{ id: "B", label: "left" }]);
  expect(result.checkpoints[1]).toMatchObject({ step: "B", answer: { choice: "left", note: "as ever" } });
  expect(project.aml("audit", "show", run).stdout).toContain('answer "left" to step B given in advance by');
  expect(project.aml("audit", "verify", run).status).toBe(0);
});

test.each([
  ["a step that asks already", ["A"], "A has begun"],
  ["a step that asks nobody", ["C"], "C asks nobody"],
  ["a step that there is not", ["Bb"], 'no step "Bb"'],
  ["a choice that is not there", ["B", "--choose", "up"], '"up" is no choice of B'],
  ["a resume at once", ["B", "--choose", "left", "--resume"], "cannot be used with option"],
])("aml approve --in-advance refuses %s with exit code 2", (_, args, words) => {
  const { project, run } = waiting();
  const refused = project.aml("approve", run, ...args, "--in-advance");
  expect(refused).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining(words) });
});

test("aml approve --in-advance refuses a second answer, and tells the first", () => {
  const { project, run } = waiting();
  project.aml("approve", run, "B", "--choose", "left", "--in-advance");
  const second = project.aml("approve", run, "B", "--choose", "right", "--in-advance");
  expect(second).toMatchObject({ status: 2, stderr: expect.stringContaining('B was answered "left" in advance by') });
});

test("a process of a run cannot answer in advance for a person", () => {
  const { project, run } = waiting();
  const refused = project.amlWith({ AML_RUN_MARKER: run }, "approve", run, "B", "--choose", "left", "--in-advance");
  expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining("only a person") });
});

test("a step is named by its plan where several have one of that name", () => {
  const project = testProject({ "a.md": `${document}${document}` });
  const result = runResult(project.aml("run", "a.md", "--trust", "trusted", "--json"));
  const [first, second] = result.plans.map(({ id }) => id);
  const run = result.run ?? "";
  const refused = project.aml("approve", run, "B", "--choose", "left", "--in-advance");
  expect(refused.stderr).toContain(`${first}::B, ${second}::B`);
  expect(project.aml("approve", run, `${second}::B`, "--choose", "left", "--in-advance").status).toBe(0);
});

test("a step's name is answered after its question was shown, a checkpoint's id at once", () => {
  const { project, run, plan } = waiting();
  const byId = project.aml("approve", run, `${plan}::A#1:manual`, "--json");
  expect(byId).toMatchObject({ status: 0, stderr: "" });
  project.aml("resume", run);
  const byName = project.aml("approve", run, "B", "--choose", "right");
  expect(byName).toMatchObject({ status: 0, stderr: expect.stringContaining("B: Which way?") });
});
