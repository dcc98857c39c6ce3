import { expect, test } from "vitest";
import { testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";
import { atTerminal } from "./support/terminal.ts";

function waiting() {
  const project = testProject({ "a.mmd": 'flowchart LR\n  A@{ label: "Is it good?", type: manual }\n' });
  const result = runResult(project.aml("run", "a.mmd", "--trust", "trusted", "--json"));
  return { project, run: result.run ?? "", checkpoint: result.checkpoints[0]?.id ?? "" };
}

test("at a terminal, a step's question is shown and its answer is confirmed before it is recorded", async () => {
  const { project, run } = waiting();
  const declined = atTerminal(project, "approve", run, "A");
  await declined.shows("A: Is it good?");
  await declined.shows('Answer "approve"?');
  declined.type("n");
  expect(await declined.exitCode).toBe(130);
  expect(project.aml("approvals").stdout).toContain("Is it good?");
  const confirmed = atTerminal(project, "approve", run, "A");
  await confirmed.shows('Answer "approve"?');
  confirmed.type("y");
  await confirmed.shows("recorded: approve for A");
  expect(await confirmed.exitCode).toBe(0);
});

test("at a terminal, a checkpoint's own id needs no confirmation", async () => {
  const { project, run, checkpoint } = waiting();
  const answered = atTerminal(project, "approve", run, checkpoint);
  await answered.shows("recorded: approve for A");
  expect(await answered.exitCode).toBe(0);
});
