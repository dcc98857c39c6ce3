import type { EventBody } from "../journal/events.ts";
import { choiceOf } from "../plan/checkpoints.ts";
import type { Answer, Checkpoint, StepState } from "../plan/plan.ts";
import { isOver } from "./run-status.ts";
import type { AnswerResult, RunStatus } from "./store.ts";

export type JudgedAnswer =
  | { readonly ok: true; readonly body: Extract<EventBody, { readonly type: "checkpoint.answered" }> }
  | Extract<AnswerResult, { readonly ok: false }>;

/** Whether an answer may be recorded: once, with one of the choices, while the step still waits for it (diagram.md 5). */
export function judgeAnswer(
  checkpoint: Checkpoint,
  run: RunStatus,
  step: Pick<StepState, "status" | "attempt">,
  answer: Answer,
): JudgedAnswer {
  if (checkpoint.answer !== undefined) return { ok: false, why: "answered", checkpoint };
  const waits = step.status === (checkpoint.reason === "blocked" ? "blocked" : "waiting");
  if (isOver(run) || !waits || step.attempt !== checkpoint.attempt) return { ok: false, why: "stale", checkpoint };
  const choice = choiceOf(checkpoint, answer.choice);
  if (choice === undefined) return { ok: false, why: "no-such-choice", checkpoint };
  const recorded = { ...answer, choice: choice.id };
  const { id, plan, step: name } = checkpoint;
  return {
    ok: true,
    body: { type: "checkpoint.answered", data: { plan, step: name, checkpoint: id, answer: recorded } },
  };
}
