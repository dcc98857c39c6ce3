import { userInfo } from "node:os";
import { openQuestions, type Run, type RunResult, type Runtime, type Store } from "@agent-markup/core";
import { type ExitCode, exitCode } from "../exit.ts";
import { nameOf } from "../terminal/checkpoint-text.ts";
import type { Output } from "../terminal/output.ts";
import { type Person, personAtTerminal } from "../terminal/person.ts";
import { progressView } from "../terminal/progress-view.ts";
import { resultText, stepsText } from "../terminal/result-text.ts";
import { runningAnswers } from "../terminal/running-answers.ts";
import type { Starter } from "./detach.ts";

export interface FollowOptions {
  /** Texts of the files that diagnostics may point into, for code frames. */
  readonly texts: Readonly<Record<string, string>>;
  readonly json: boolean;
  readonly output: Output;
  /** What the document's file says now, where it is there: a run does not go on with another text than it began with. */
  readonly current: () => { readonly currentText?: string };
  /** Of a detached run: hears whether it began. Such a run outlives its terminal. */
  readonly starter?: Starter | null;
}

/** Begins a run, or goes on with one. */
export type Start = (signal: AbortSignal) => Run | Promise<Run>;

/**
 * Shows a run while it goes on and its result at the end; a person at the terminal is asked what it waits for, and it goes on
 * with the answers. Ctrl-C stops it in order, so that it can be resumed.
 */
export async function follow(start: Start, runtime: Runtime, store: Store, options: FollowOptions): Promise<ExitCode> {
  const isInteractive = !options.json && (options.starter ?? null) === null;
  const person = isInteractive ? personAtTerminal() : null;
  for (let begin = start; ; ) {
    const result = await followOnce(begin, person, options);
    const code = tellResult(result, options);
    const { run } = result;
    if (run === null || result.status !== "waiting" || person === null) return code;
    if (!(await answerWaiting(run, person, store, options.output))) return code;
    begin = (signal) => runtime.resume(run, { signal, ...options.current() });
  }
}

/** Whether at least one question has an answer, this person's or another's, so that the run can go on. */
async function answerWaiting(run: string, person: Person, store: Store, output: Output): Promise<boolean> {
  let isAnswered = false;
  for (const question of openQuestions(store, run)) {
    const choice = await person.answer(question, new AbortController().signal);
    if (choice === null) continue;
    const at = new Date().toISOString();
    if (!store.answer(run, question.id, { choice, actor: userInfo().username, at }).ok)
      output.progress(`${nameOf(question)} was answered before your answer came`);
    isAnswered = true;
  }
  return isAnswered;
}

async function followOnce(start: Start, person: Person | null, options: FollowOptions): Promise<RunResult> {
  const { output, starter = null } = options;
  const stop = stopOnSignals(output, starter !== null);
  const view = progressView(output);
  try {
    const run = await start(stop.signal);
    const answers = person === null ? null : runningAnswers(run, person, view, output.progress);
    const shown = (async () => {
      for await (const event of run) {
        if (event.type === "run.started") starter?.began(event.run);
        view.show(event);
        answers?.heard(event);
      }
    })();
    const result = await run.result.finally(async () => {
      await shown;
      await answers?.end();
      view.end();
    });
    if (result.status === "refused") starter?.refused(result);
    return result;
  } finally {
    view.end();
    stop.release();
  }
}

/** Prints what a run came to, and gives what that means to whoever called the command. */
export function tellResult(result: RunResult, { texts, json, output }: FollowOptions): ExitCode {
  // A live view has shown the steps, and of a run that is done there is nothing to look into.
  const plans = result.status === "done" || output.isLive ? [] : result.plans;
  const steps = plans.map((plan) => stepsText(plan, output.colors));
  output.result(json ? JSON.stringify(result) : resultText(result, texts, output.colors, steps));
  return exitCodeOf(result);
}

/** What the end of a run means to whoever called the command (DESIGN.md 6). */
export function exitCodeOf({ status, diagnostics }: RunResult): ExitCode {
  switch (status) {
    case "done":
    case "running":
      return exitCode.done;
    case "failed":
    case "cancelled":
      return exitCode.failed;
    case "waiting":
      return exitCode.waiting;
    case "interrupted":
      return exitCode.interrupted;
    case "refused":
      return diagnostics.some(({ code }) => needsChoice.has(code)) ? exitCode.usage : exitCode.failed;
  }
}

/** Not a fault of the document: whoever runs it has to choose something. */
const needsChoice: ReadonlySet<string> = new Set(["AML5101", "AML5102", "AML6205", "AML6206", "AML6207"]);

function stopOnSignals(output: Output, isDetached: boolean) {
  const controller = new AbortController();
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const stop = () => {
    if (controller.signal.aborted) return;
    output.progress("aml: stopping; what is in progress runs again when the run is resumed");
    controller.abort();
  };
  const outlive = () => {};
  const heed = (signal: NodeJS.Signals) => (isDetached && signal === "SIGHUP" ? outlive : stop);
  for (const signal of signals) process.on(signal, heed(signal));
  return {
    signal: controller.signal,
    release: () => {
      for (const signal of signals) process.off(signal, heed(signal));
    },
  };
}
