import { type ApprovalState, isOpen } from "../journal/approvals.ts";
import type { EventBody } from "../journal/events.ts";
import { choiceOf } from "../plan/checkpoints.ts";
import type { Answer, Checkpoint, StepState } from "../plan/plan.ts";
import { isOver } from "./run-status.ts";
import type { AnswerResult, RunStatus } from "./store.ts";

export type JudgedAnswer<Type extends "checkpoint.answered" | "approval.answered"> =
  | { readonly ok: true; readonly body: Extract<EventBody, { readonly type: Type }> }
  | Extract<AnswerResult, { readonly ok: false }>;

/** Whether an answer may be recorded: once, with one of the choices, while the step still waits for it (diagram.md 5). */
export function judgeAnswer(
  checkpoint: Checkpoint,
  run: RunStatus,
  step: Pick<StepState, "status" | "attempt">,
  answer: Answer,
): JudgedAnswer<"checkpoint.answered"> {
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

/** Whether an approval may be answered so: once, with one of its choices, while somebody needs the answer. */
export function judgeApproval(
  approval: ApprovalState,
  run: RunStatus,
  answer: Answer,
): JudgedAnswer<"approval.answered"> {
  if (approval.answer !== undefined) return { ok: false, why: "answered", approval };
  if (isOver(run) || !isOpen(approval)) return { ok: false, why: "stale", approval };
  const choice = choiceOf(approval, answer.choice);
  if (choice === undefined) return { ok: false, why: "no-such-choice", approval };
  const { id, path } = approval;
  return {
    ok: true,
    body: { type: "approval.answered", path, data: { approval: id, answer: { ...answer, choice: choice.id } } },
  };
}
