import type { PlanEvent } from "../../plan/change.ts";
import { foldLabel } from "../../plan/labels.ts";
import { nodeAt, type ReadonlyPlan, stateAt } from "../../plan/progress.ts";
import { listed } from "../../plan/refusals.ts";
import { transition } from "../../plan/transition.ts";
import { asksToExit, outputOf } from "../step-output.ts";
import { type Refused, refused } from "./guide-answer.ts";
import { choices } from "./hand-out.ts";

/** One attempt at a step, as whoever was given it names it. */
export interface GivenAttempt {
  readonly plan: string;
  readonly step: string;
  readonly attempt: number;
}

/** What somebody says became of a step that they were given. */
export type StepReport = GivenAttempt &
  (
    | { readonly type: "done"; readonly output: string }
    | { readonly type: "routed"; readonly label: string; readonly output: string }
    | { readonly type: "failed"; readonly error: string; readonly output: string; readonly retryable: boolean }
  );

/** A report as the event that it is to the plan. */
export function eventOf(plan: ReadonlyPlan, report: StepReport, now: number): PlanEvent {
  const { step, attempt } = report;
  const output = outputOf(report.output);
  const index = plan.graph.indexOf.get(step);
  const { startedAt } = index === undefined ? {} : stateAt(plan, index);
  const durationMs = startedAt === undefined ? 0 : Math.max(0, now - Date.parse(startedAt));
  const told = { step, attempt, at: new Date(now).toISOString(), durationMs, output };
  switch (report.type) {
    case "done": {
      const isLoop = index !== undefined && nodeAt(plan, index).type === "loop";
      return { type: "finish", ...told, ...(isLoop && asksToExit(output) ? { exitLoop: true } : {}) };
    }
    case "routed":
      return { type: "finish", ...told, label: report.label };
    case "failed":
      return { type: "fail", ...told, error: report.error, retryable: report.retryable };
  }
}

/** Why a report is not taken; null when it is. A label that a gate does not have is told apart from a decision. */
export function refusalOf(plan: ReadonlyPlan, report: StepReport, event: PlanEvent): Refused | null {
  const tried = transition(plan, event);
  if (!tried.ok) return refused(tried.rule, tried.message);
  const index = plan.graph.indexOf.get(report.step);
  if (report.type !== "routed" || index === undefined) return null;
  const { labels } = choices(plan, index);
  if (labels.some((label) => foldLabel(label) === foldLabel(report.label))) return null;
  const given = JSON.stringify(report.label.slice(0, 80));
  return refused("unknown-label", `${given} is none of the labels of gate "${report.step}": ${listed(labels)}`);
}
