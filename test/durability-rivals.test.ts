import { expect, test } from "vitest";
import { heldProject, ranIn, runHeld } from "./support/crash-held-run.ts";
import { testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

const rounds = Array.from({ length: process.env.AML_LONG === "1" ? 100 : 3 }, (_, round) => round + 1);

test.each(rounds)(
  "of two processes that resume a run at once, one wins and the other says who (round %i)",
  async () => {
    const project = heldProject();
    const crashed = await project.start({ AML_CRASH_AT: "step-claimed:2" }, ...runHeld).finished;
    const [, run = ""] = /^run (\S+)/.exec(crashed.stderr) ?? [];
    const rivals = [project.start({}, "resume", run, "--json"), project.start({}, "resume", run, "--json")] as const;
    const [first, second] = rivals;
    const lost = await Promise.race([first.finished.then(() => first), second.finished.then(() => second)]);
    const won = lost === first ? second : first;
    project.write("go", "");
    const [loser, winner] = [await lost.finished, await won.finished];
    expect(loser).toMatchObject({ status: 2, stdout: "" });
    expect(loser.stderr).toContain(`run ${run} is driven by process ${won.child.pid}`);
    expect(runResult(winner)).toMatchObject({ status: "done" });
    expect(ranIn(project)).toEqual(["A 1", "B 2", "C 1"]);
  },
);

test.each(rounds.slice(0, 20))("of two answers to one question at once, one counts (round %i)", async () => {
  const document = "flowchart LR\n  A@{ label: ok, type: manual }\n";
  const project = testProject({ "ask.mmd": document });
  const run = runResult(project.aml("run", "ask.mmd", "--trust", "trusted", "--json")).run ?? "";
  const answers = [["approve"], ["reject"]].map(([choice = ""]) =>
    project.start({}, "approve", run, "A", "--choose", choice),
  );
  const ended = await Promise.all(answers.map(({ finished }) => finished));
  expect(ended.map(({ status }) => status).sort()).toEqual([0, 2]);
  const accepted = ended.find(({ status }) => status === 0);
  const [checkpoint] = runResult(project.aml("status", run, "--json")).checkpoints;
  expect(accepted?.stdout).toContain(`recorded: ${checkpoint?.answer?.choice}`);
});
