import { openQuestions } from "@agent-markup/core";
import { type ExitCode, exitCode } from "../exit.ts";
import { openProjectStore } from "../open-runtime.ts";
import { findProject, hasState } from "../project.ts";
import { checkpointText } from "../terminal/checkpoint-text.ts";
import type { Output } from "../terminal/output.ts";

/** `aml approvals`: what waits for a person, in every run of the project. */
export async function approvals(flags: { readonly json?: boolean }, output: Output): Promise<ExitCode> {
  const project = findProject(process.cwd());
  const checkpoints = [];
  if (hasState(project)) {
    const store = await openProjectStore(project);
    try {
      for (const { id } of store.listRuns())
        checkpoints.push(...openQuestions(store, id).map((checkpoint) => ({ run: id, ...checkpoint })));
    } finally {
      store.close();
    }
  }
  if (flags.json === true) output.result(JSON.stringify({ version: 1, checkpoints }));
  else if (checkpoints.length === 0) output.result("nothing waits for a person");
  else for (const { run, ...checkpoint } of checkpoints) output.result(checkpointText(run, checkpoint));
  return exitCode.done;
}
