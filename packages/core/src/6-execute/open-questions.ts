import { isOpen } from "../journal/approvals.ts";
import { isOver } from "../store/run-status.ts";
import type { Store } from "../store/store.ts";
import { type QuestionView, questionOf } from "../views/run-report.ts";
import { isDeserted } from "./run-result.ts";

/**
 * What a run waits for a person to answer: the checkpoints of its plans, then the approvals of the document. A permission is
 * asked for by a process: when nobody drives the run any more, nobody waits for it.
 */
export function openQuestions(store: Store, run: string): readonly QuestionView[] {
  const record = store.getRun(run);
  if (record === null || isOver(record.status)) return [];
  const isDriven = !isDeserted(record);
  const approvals = store
    .approvalsOf(run)
    .filter((approval) => isOpen(approval) && (isDriven || approval.reason !== "permission"));
  return [...store.openCheckpoints(run), ...approvals.map(questionOf)];
}
