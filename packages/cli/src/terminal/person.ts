import { enclosingRun, printable, type QuestionView } from "@agent-markup/core";
import { Interrupted } from "../exit.ts";

/** The person who sits at the terminal. */
export interface Person {
  /** The choice that was made; null for "later", and when the signal aborts first. Throws `Interrupted` on Ctrl-C. */
  answer(question: QuestionView, signal: AbortSignal): Promise<string | null>;
}

/** Null where nobody can be asked: no terminal, or a command that an agent or a step of a run has started. */
export function personAtTerminal(): Person | null {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true || enclosingRun() !== null) return null;
  return { answer: choose };
}

/** Stands for "later" among the choices, whose ids are never empty. */
const later = "";

async function choose({ step, message, choices, reason }: QuestionView, signal: AbortSignal): Promise<string | null> {
  const { select, isCancel } = await import("@clack/prompts");
  if (signal.aborted) return null;
  const chosen = await select({
    message: printable(`${step}: ${message}`),
    options: [
      ...choices.map(({ id, label }) => ({ value: id, label: printable(label) })),
      { value: later, label: "Decide later" },
    ],
    // Nobody allows anything by pressing Enter once too often, and an agent is not kept waiting by it.
    initialValue: reason === "permission" ? "reject" : later,
    output: process.stderr,
    signal,
  });
  if (signal.aborted) return null;
  if (isCancel(chosen)) throw new Interrupted();
  return chosen === later ? null : chosen;
}
