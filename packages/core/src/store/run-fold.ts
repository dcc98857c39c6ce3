import { type ApprovalState, approvalFault, noteApproval } from "../journal/approvals.ts";
import { emptyHead, type Head } from "../journal/chain.ts";
import type { Event } from "../journal/events.ts";
import { type PlanReplay, planOf, ReplayError, replayEvent, untouchedPlan } from "../journal/replay.ts";
import { isStepEvent } from "../journal/step-event.ts";
import { applyChanges } from "../plan/apply.ts";
import { restorePlan } from "../plan/create-plan.ts";
import type { Answer, PlanDefinition } from "../plan/plan.ts";
import type { Plan } from "../plan/progress.ts";
import { todoId } from "./plan-rows.ts";

/** What a run has come to by its journal alone, kept up with every event that is appended. */
export interface RunFold {
  readonly run: string;
  head: Head;
  readonly plans: Map<string, Plan>;
  /** Where in the document each plan stands, and the digest of its definition. */
  readonly frozen: Map<string, { readonly path: string; readonly definition: string | undefined }>;
  readonly approvals: Map<string, ApprovalState>;
  /** Answers that were given in advance, by step. */
  readonly anticipated: Map<string, Answer>;
  /** What the run was started with, as a digest. */
  record: string | null;
  /** How the run ended last, if it did. */
  ended: string | null;
}

export type FrozenEvent = Extract<Event, { readonly type: "plan.frozen" }>;

/** A run of which the journal has told nothing yet. */
export function emptyFold(run: string): RunFold {
  return {
    run,
    head: emptyHead,
    plans: new Map(),
    frozen: new Map(),
    approvals: new Map(),
    anticipated: new Map(),
    record: null,
    ended: null,
  };
}

/** Folds a whole journal. Throws `ReplayError` or `PlanError` where it tells of what no run can have done. */
export function foldRun(
  run: string,
  events: readonly Event[],
  definitionOf: (event: FrozenEvent) => PlanDefinition,
): RunFold {
  const fold = emptyFold(run);
  const replays = new Map<string, PlanReplay>();
  for (const event of events) {
    if (event.type === "plan.frozen") replays.set(event.data.plan, untouchedPlan(definitionOf(event)));
    const replay = replays.get(planOf(event) ?? "");
    if (replay !== undefined) replayEvent(replay, event);
    note(fold, event);
  }
  for (const [id, { definition, steps, edges, checkpoints }] of replays) {
    fold.plans.set(id, restorePlan(definition, steps, edges, [...checkpoints.values()]));
  }
  return fold;
}

/** Whether an event can be added to a fold by itself; what a settlement wrote comes with others. */
export function standsAlone(event: Event): boolean {
  return !isStepEvent(event) && event.type !== "plan.frozen" && event.type !== "checkpoint.opened";
}

/** Adds an event to a fold whose plans were moved on already, or that stands alone. Throws `ReplayError` for what nobody can have said twice. */
export function note(fold: RunFold, event: Event): void {
  const fault = approvalFault(fold.approvals, event);
  if (fault !== null) throw new ReplayError(`event ${event.seq} ${fault}`);
  noteApproval(fold.approvals, event);
  if (event.type === "run.started") fold.record = event.data.record ?? null;
  if (event.type === "plan.frozen") {
    fold.frozen.set(event.data.plan, { path: event.path ?? "", definition: event.data.definition });
  }
  if (event.type === "checkpoint.anticipated") {
    const { plan, step, answer } = event.data;
    if (fold.anticipated.has(todoId(plan, step)))
      throw new ReplayError(`event ${event.seq} answers step ${step} in advance a second time`);
    fold.anticipated.set(todoId(plan, step), answer);
  }
  if (event.type === "run.finished") fold.ended = event.data.status;
  fold.head = event;
}

/** What a person said beforehand to what a step may ask. */
export function anticipatedAnswer(fold: RunFold, plan: string, step: string): Answer | undefined {
  return fold.anticipated.get(todoId(plan, step));
}

/** Adds an answer to the plan that it belongs to. */
export function noteAnswer(fold: RunFold, { data }: Extract<Event, { readonly type: "checkpoint.answered" }>): void {
  const plan = fold.plans.get(data.plan);
  if (plan !== undefined) applyChanges(plan, [{ type: "answer", checkpoint: data.checkpoint, answer: data.answer }]);
}
