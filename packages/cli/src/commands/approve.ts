import { userInfo } from "node:os";
import { type Checkpoint, enclosingRun, type Store } from "@agent-markup/core";
import { type ExitCode, exitCode, UsageError } from "../exit.ts";
import { findRun } from "../find-run.ts";
import { openExistingStore } from "../open-runtime.ts";
import { findProject } from "../project.ts";
import { checkpointText } from "../terminal/checkpoint-text.ts";
import { commandName } from "../terminal/command-name.ts";
import type { Output } from "../terminal/output.ts";
import { type ResumeFlags, resumeRun } from "./resume.ts";

export interface ApproveFlags extends ResumeFlags {
  readonly choose?: string;
  readonly reject?: boolean;
  readonly note?: string;
  readonly resume?: boolean;
}

/** `aml approve RUN STEP|CHECKPOINT`: a person's answer (diagram.md 5, checkpoints). */
export async function approve(id: string, step: string, flags: ApproveFlags, output: Output): Promise<ExitCode> {
  refuseInsideRun();
  const project = findProject(process.cwd());
  const store = await openExistingStore(project);
  try {
    const run = findRun(store, id).id;
    const checkpoint = openCheckpoint(store, run, step);
    const choice = choiceOf(run, checkpoint, flags);
    const note = flags.note === undefined ? {} : { note: flags.note };
    const answer = { choice, actor: userInfo().username, at: new Date().toISOString(), ...note };
    const recorded = store.answer(run, checkpoint.id, answer);
    if (!recorded.ok)
      throw new UsageError(
        `the answer came too late: ${checkpoint.step} has been answered or has moved on`,
        `${commandName()} status ${run} shows where it is`,
      );
    if (flags.resume === true) return await resumeRun(store, project, run, flags, output);
    if (flags.json === true) output.result(JSON.stringify({ version: 1, run, checkpoint: checkpoint.id, answer }));
    else output.result(`recorded: ${choice} for ${checkpoint.step}\nto go on: ${commandName()} resume ${run}`);
    return exitCode.done;
  } finally {
    store.close();
  }
}

/** An agent or a step of a run must not answer for a person. */
function refuseInsideRun(): void {
  const run = enclosingRun();
  if (run !== null)
    throw new UsageError(`this command was started from inside run ${run}; only a person answers a checkpoint`);
}

function openCheckpoint(store: Store, run: string, name: string): Checkpoint {
  const open = store.openCheckpoints(run);
  const exact = open.find(({ id }) => id === name);
  if (exact !== undefined) return exact;
  const ofStep = open.filter(({ step }) => step === name);
  const [only] = ofStep;
  if (ofStep.length === 1 && only !== undefined) return only;
  if (open.length === 0)
    throw new UsageError(`run ${run} waits for no answer`, `${commandName()} status ${run} shows where it is`);
  const listed = open.map((checkpoint) => checkpointText(run, checkpoint)).join("\n");
  throw new UsageError(
    ofStep.length === 0
      ? `nothing waits at "${name}"`
      : `several questions wait at "${name}": give the checkpoint's id`,
    listed,
  );
}

function choiceOf(run: string, checkpoint: Checkpoint, { choose, reject }: ApproveFlags): string {
  const wanted = reject === true ? "reject" : (choose ?? "approve");
  const found = checkpoint.choices.find(({ id, label }) =>
    [id, label].some((text) => text.toLowerCase() === wanted.trim().toLowerCase()),
  );
  if (found !== undefined) return found.id;
  throw new UsageError(
    choose === undefined && reject !== true
      ? `${checkpoint.step} needs a choice`
      : `"${wanted}" is no choice of ${checkpoint.step}`,
    checkpointText(run, checkpoint),
  );
}
