import type { EventBody } from "../journal/events.ts";
import { foreseenChoices } from "../plan/foreseen-choices.ts";
import { foldLabel } from "../plan/labels.ts";
import type { Answer } from "../plan/plan.ts";
import { stateAt } from "../plan/progress.ts";
import { anticipatedAnswer, type RunFold } from "./run-fold.ts";
import { isOver } from "./run-status.ts";
import type { AnticipateResult, RunStatus } from "./store.ts";

export type JudgedAnticipation =
  | { readonly ok: true; readonly body: Extract<EventBody, { readonly type: "checkpoint.anticipated" }> }
  | Extract<AnticipateResult, { readonly ok: false }>;

/** Whether an answer may be recorded before its question: of a step that has not begun, once, by what it may ask (diagram.md 5). */
export function judgeAnticipation(
  fold: RunFold,
  run: RunStatus,
  { plan: id, step }: { readonly plan: string; readonly step: string },
  answer: Answer,
): JudgedAnticipation {
  const plan = fold.plans.get(id);
  const index = plan?.graph.indexOf.get(step);
  if (plan === undefined || index === undefined) return { ok: false, why: "unknown" };
  const { status, attempt } = stateAt(plan, index);
  if (isOver(run) || status !== "pending" || attempt > 0) return { ok: false, why: "begun" };
  const earlier = anticipatedAnswer(fold, id, step);
  if (earlier !== undefined) return { ok: false, why: "answered", earlier };
  const choices = foreseenChoices(plan, index);
  if (choices.length === 0) return { ok: false, why: "never-asks" };
  const choice = choices.find((offered) => foldLabel(offered.id) === foldLabel(answer.choice));
  if (choice === undefined) return { ok: false, why: "no-such-choice", choices };
  const recorded = { ...answer, choice: choice.id };
  return { ok: true, body: { type: "checkpoint.anticipated", data: { plan: id, step, answer: recorded } } };
}
