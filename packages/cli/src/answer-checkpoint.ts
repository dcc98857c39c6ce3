import { userInfo } from "node:os";
import {
  type ApprovalState,
  enclosingRun,
  nearestName,
  openQuestions,
  type QuestionView,
  resultOf,
  type Store,
  statusNow,
} from "@agent-markup/core";
import { type ResumeFlags, resumeRun } from "./commands/resume.ts";
import { type ExitCode, exitCode, Interrupted, UsageError } from "./exit.ts";
import { findRun } from "./find-run.ts";
import { openExistingStore } from "./open-runtime.ts";
import { findProject } from "./project.ts";
import { askOnTerminal } from "./terminal/ask.ts";
import { checkpointText, questionText } from "./terminal/checkpoint-text.ts";
import { commandName } from "./terminal/command-name.ts";
import type { Output } from "./terminal/output.ts";

export interface AnswerFlags extends ResumeFlags {
  readonly note?: string;
  readonly resume?: boolean;
}

/** Records a person's answer to a checkpoint, once, and goes on with the run if asked to (diagram.md 5, checkpoints). */
export async function answerCheckpoint(
  id: string,
  step: string,
  flags: AnswerFlags,
  output: Output,
  choiceOf: (run: string, checkpoint: QuestionView) => string,
): Promise<ExitCode> {
  refuseInsideRun();
  const project = findProject(process.cwd());
  const store = await openExistingStore(project);
  try {
    const run = findRun(store, id).id;
    const checkpoint = openCheckpoint(store, run, step);
    const choice = choiceOf(run, checkpoint);
    if (checkpoint.id !== step) await confirmMeant(checkpoint, choice, output);
    const note = flags.note === undefined ? {} : { note: flags.note };
    const answer = { choice, actor: userInfo().username, at: new Date().toISOString(), ...note };
    if (!store.answer(run, checkpoint.id, answer).ok)
      throw new UsageError(
        `the answer came too late: ${checkpoint.step} has been answered or has moved on`,
        `${commandName()} status ${run} shows where it is`,
      );
    if (flags.resume === true) return await resumeRun(store, project, run, flags, output);
    if (flags.json === true) output.result(JSON.stringify({ version: 1, run, checkpoint: checkpoint.id, answer }));
    else output.result(`recorded: ${choice} for ${checkpoint.step}\n${whatNext(store, run)}`);
    return exitCode.done;
  } finally {
    store.close();
  }
}

/** An agent or a step of a run must not answer for a person. */
export function refuseInsideRun(): void {
  const run = enclosingRun();
  if (run !== null)
    throw new UsageError(`this command was started from inside run ${run}; only a person answers a question`);
}

/** A step's name says where, not what was asked: the question is shown, and confirmed where somebody can (diagram.md 5). */
async function confirmMeant({ step, message }: QuestionView, choice: string, output: Output): Promise<void> {
  output.progress(questionText({ step, message }));
  const ask = askOnTerminal();
  if (ask !== null && !(await ask(`Answer "${choice}"?`))) throw new Interrupted();
}

function openCheckpoint(store: Store, run: string, name: string): QuestionView {
  const open = openQuestions(store, run);
  const exact = open.find(({ id }) => id === name);
  if (exact !== undefined) return exact;
  // By its step only where a plan asks: what an agent asks about bears words of the agent.
  const ofStep = open.filter((question) => "plan" in question && question.step === name);
  const [only] = ofStep;
  if (ofStep.length === 1 && only !== undefined) return only;
  const listed = open.map((checkpoint) => checkpointText(run, checkpoint)).join("\n");
  if (ofStep.length > 1) throw new UsageError(`several questions wait at "${name}": give the question's id`, listed);
  throw new UsageError(
    whyNothingWaits(store, run, name),
    open.length === 0 ? `${commandName()} status ${run} shows where it is` : listed,
  );
}

function whyNothingWaits(store: Store, run: string, name: string): string {
  const settled = store.approvalsOf(run).find(({ id }) => id === name);
  if (settled !== undefined) return whyNotAsked(settled);
  const { status, plans } = resultOf(store, run, []);
  const steps = plans.flatMap(({ nodes }) => nodes);
  const step = steps.find(({ id }) => id === name);
  const nearest =
    step === undefined
      ? nearestName(
          name,
          steps.map(({ id }) => id),
        )
      : undefined;
  const where =
    step !== undefined
      ? `it is ${step.status.replace("_", " ")}`
      : `run ${run} has no such step${nearest === undefined ? "" : `; did you mean "${nearest}"?`}`;
  return status === "done" || status === "cancelled"
    ? `run ${run} is ${status}: nothing of it waits for an answer`
    : `nothing waits for an answer at "${name}": ${where}`;
}

/** What became of a question about a request or an element. */
function whyNotAsked({ id, answer, closed }: ApprovalState): string {
  if (answer !== undefined) return `${id} was answered "${answer.choice}" by ${answer.actor} at ${answer.at}`;
  if (closed === "time_limit") return `${id} is not waited for any more: nobody answered in time`;
  return `${id} is not waited for any more: ${closed === "withdrawn" ? "whoever asked has stopped waiting" : "the process that asked has ended"}`;
}

function whatNext(store: Store, run: string): string {
  const record = store.getRun(run);
  if (record?.driver === undefined || statusNow(record) !== "running")
    return `to go on: ${commandName()} resume ${run}`;
  return `process ${record.driver.pid} drives the run and takes it up; if it has ended by then: ${commandName()} resume ${run}`;
}
