import { type ApprovalState, approvalStates } from "../journal/approvals.ts";
import type { Answer } from "../plan/plan.ts";
import { judgeAnswer, judgeApproval } from "./judge-answer.ts";
import { judgeAnticipation } from "./judge-anticipation.ts";
import { checkpointOf, eventOf, runStatusAt, stepStatusAt } from "./records.ts";
import { numberAt } from "./rows.ts";
import { noteAnswer } from "./run-fold.ts";
import type { SqliteWriter } from "./sqlite-writer.ts";
import type { Statements } from "./statements.ts";
import type { AnswerResult, AnticipateResult } from "./store.ts";
import { writeAnswer } from "./write-plan.ts";

/** Where an answer is written, inside a write of the store. */
export interface AnswerPlace {
  readonly statements: Statements;
  readonly writer: SqliteWriter;
  readonly run: string;
  /** The time of its event. */
  readonly at: string;
}

/** Records a person's answer to a checkpoint or to an approval (diagram.md 5, language.md 7.5). */
export function recordAnswer(place: AnswerPlace, question: string, answer: Answer): AnswerResult {
  const { statements, writer, run, at } = place;
  const row = statements.checkpoint.get(question, run);
  if (row === undefined) return recordApproval(place, question, answer);
  const step = { status: stepStatusAt(row, "step_status"), attempt: numberAt(row, "step_attempt") };
  const judged = judgeAnswer(checkpointOf(row), runStatusAt(row, "run_status"), step, answer);
  if (!judged.ok) return judged;
  const event = writer.append(run, at, judged.body);
  writeAnswer(statements, judged.body.data);
  const fold = writer.keptFold(run);
  if (fold !== undefined && event.type === "checkpoint.answered") noteAnswer(fold, event);
  return { ok: true, event };
}

/** Records an answer to a question that has not been asked (diagram.md 5). */
export function recordAnticipation(
  { statements, writer, run, at }: AnswerPlace,
  step: { readonly plan: string; readonly step: string },
  answer: Answer,
): AnticipateResult {
  const row = statements.runLease.get(run);
  if (row === undefined) return { ok: false, why: "unknown" };
  const judged = judgeAnticipation(writer.fold(run), runStatusAt(row, "status"), step, answer);
  return judged.ok ? { ok: true, event: writer.append(run, at, judged.body) } : judged;
}

/** By id, as the journal of a run tells them. */
export function approvalsIn(statements: Statements, run: string): Map<string, ApprovalState> {
  return approvalStates(Array.from(statements.approvals.iterate(run), eventOf));
}

function recordApproval({ statements, writer, run, at }: AnswerPlace, id: string, answer: Answer): AnswerResult {
  const row = statements.runLease.get(run);
  const approval = approvalsIn(statements, run).get(id);
  if (row === undefined || approval === undefined) return { ok: false, why: "unknown" };
  const judged = judgeApproval(approval, runStatusAt(row, "status"), answer);
  return judged.ok ? { ok: true, event: writer.append(run, at, judged.body) } : judged;
}
