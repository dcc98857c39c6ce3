import { userInfo } from "node:os";
import { type Event, questionOf, type Run } from "@agent-markup/core";
import { Interrupted } from "../exit.ts";
import type { Person } from "./person.ts";
import type { ProgressView } from "./progress-view.ts";

/** Puts the requests of a run that goes on to the person at the terminal, one at a time. */
export interface RunningAnswers {
  heard(event: Event): void;
  /** Takes back what is still asked; rejects with what kept an answer from being recorded. */
  end(): Promise<void>;
}

/** Somebody else may answer first, or the time pass: the question is taken back then (agents.md 2). */
export function runningAnswers(
  run: Run,
  person: Person,
  view: ProgressView,
  tell: (message: string) => void,
): RunningAnswers {
  const open = new Map<string, AbortController>();
  let last: Promise<void> = Promise.resolve();
  let fault: { readonly error: unknown } | null = null;

  async function ask(event: Extract<Event, { readonly type: "approval.asked" }>, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const question = questionOf({ ...event.data.approval, path: event.path ?? "" });
    view.pause();
    try {
      const choice = await person.answer(question, signal);
      if (choice === null) return;
      const answered = await run.answer(question.id, { choice, actor: userInfo().username });
      if (!answered.ok) tell(`${question.id} was answered or given up before your answer came`);
    } catch (error) {
      // An answer that could not be recorded stops the run in order, and is told at its end.
      if (!(error instanceof Interrupted)) fault ??= { error };
      run.interrupt();
    } finally {
      view.resume();
    }
  }

  return {
    heard(event) {
      if (event.type === "approval.answered" || event.type === "approval.closed")
        open.get(event.data.approval)?.abort();
      if (event.type !== "approval.asked" || event.data.approval.reason !== "permission") return;
      const taken = new AbortController();
      open.set(event.data.approval.id, taken);
      last = last.then(() => ask(event, taken.signal));
    },
    async end() {
      for (const taken of open.values()) taken.abort();
      await last;
      if (fault !== null) throw fault.error;
    },
  };
}
