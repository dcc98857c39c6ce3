import type { Event } from "../../journal/events.ts";
import { applyChanges } from "../../plan/apply.ts";
import type { PlanEvent, Transition } from "../../plan/change.ts";
import { outcomeOf, type PlanOutcome } from "../../plan/outcome.ts";
import type { Checkpoint } from "../../plan/plan.ts";
import { nextReady, nodeOf, type Plan, type ReadonlyPlan } from "../../plan/progress.ts";
import { transition } from "../../plan/transition.ts";
import { type Lease, LeaseLost, type RunStatus, type Store } from "../../store/store.ts";
import { type Approvals, runApprovals } from "../approvals.ts";
import type { Clock } from "../clock.ts";
import { repeatedly } from "../repeatedly.ts";
import { failureText, resultText } from "../run-diagram.ts";
import { type RunJournal, runJournal } from "../run-journal.ts";
import { outputOf } from "../step-output.ts";
import { inProgress } from "./standing.ts";

/** What is kept of a plan beside its state. */
export interface PlanTerms {
  readonly path: string;
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
  readonly maxParallel: number;
  /** When its run began. */
  readonly startedAt: string;
}

/** A plan whose run this process has the lease of. */
export interface HeldPlan {
  readonly plan: ReadonlyPlan;
  readonly run: string;
  readonly terms: PlanTerms;
  readonly journal: RunJournal;
  readonly approvals: Approvals;
  /** Aborted when the plan is held no more. */
  readonly signal: AbortSignal;
  /** Does what `transition` allows, durably; a refusal changes nothing. */
  take(event: PlanEvent): Transition;
  /** Acts on answers and does what needs nobody: `pass` steps, and asking about `manual` ones that are next in order. */
  advance(): void;
  /** Lets the run go when nothing can go on, and says how it ended. */
  settle(): void;
  /** Gives steps in progress back and lets the run go (diagram.md 6). */
  giveBack(status: "interrupted" | "cancelled"): void;
}

export interface HoldContext {
  readonly store: Store;
  readonly clock: Clock;
  /** Called once, when the plan is held no more. */
  readonly released: () => void;
}

type RunEnd = Exclude<RunStatus, "running">;

/** How often what others have recorded is looked at, in milliseconds. */
const pollMs = 500;

/** Holds a plan from now on: keeps the lease, and notices answers and the wish to cancel. */
export function holdPlan(plan: Plan, lease: Lease, terms: PlanTerms, context: HoldContext): HeldPlan {
  const { store, clock } = context;
  const id = plan.definition.id;
  const stop = new AbortController();
  let isCancelled = false;
  const journal = runJournal(store, lease, (event: Event) => {
    isCancelled ||= event.type === "cancel.requested";
  });
  const approvals = runApprovals(journal, clock, store.events(lease.run));
  const at = () => new Date(clock.now()).toISOString();

  function letGo(): void {
    if (stop.signal.aborted) return;
    for (const duty of duties) duty.end();
    stop.abort();
    context.released();
  }

  /** A lease that is lost is nobody's to write under: the plan is let go at once. */
  function writing<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (error instanceof LeaseLost) letGo();
      throw error;
    }
  }

  function take(event: PlanEvent): Transition {
    const result = transition(plan, event);
    if (!result.ok) return result;
    writing(() => journal.commit(id, result.changes));
    applyChanges(plan, result.changes);
    if (result.effects.some(({ type }) => type === "abort")) isCancelled = true;
    return result;
  }

  function must(event: PlanEvent): void {
    const result = take(event);
    if (!result.ok) throw new RangeError(result.message);
  }

  function end(status: RunEnd, told: { readonly text?: string; readonly error?: string } = {}): void {
    const { path, name } = terms;
    const output = outputOf(told.text ?? "");
    if (status === "done") {
      const durationMs = Math.max(0, clock.now() - Date.parse(terms.startedAt));
      const data = { name, status: "success", durationMs, text: output.text, metadata: { plan: id } } as const;
      writing(() => journal.append({ type: "node.finished", path, data }));
    }
    const error = told.error === undefined ? {} : { error: { code: "StepBlocked", message: told.error, path } };
    writing(() => journal.finish(status, at(), { type: "run.finished", data: { status, output, ...error } }));
    letGo();
  }

  function giveBack(status: "interrupted" | "cancelled"): void {
    if (stop.signal.aborted) return;
    for (const { id: step } of inProgress(plan)) must({ type: "interrupt", step, at: at() });
    end(status);
  }

  function settle(): void {
    if (stop.signal.aborted) return;
    if (isCancelled) {
      giveBack("cancelled");
      return;
    }
    const outcome = outcomeOf(plan);
    if (outcome.status === "running" || answered(store, plan).length > 0) return;
    end(outcome.status, endOf(outcome, plan));
  }

  function advance(): void {
    if (stop.signal.aborted) return;
    writing(journal.poll);
    do {
      actOnAnswers();
      if (isCancelled) {
        giveBack("cancelled");
        return;
      }
      startWhatNeedsNobody();
      // A question that was answered in advance is answered as it opens.
    } while (answered(store, plan).length > 0);
  }

  function actOnAnswers(): void {
    for (const { id: checkpoint, answer } of answered(store, plan)) {
      if (answer !== undefined && !isCancelled) must({ type: "answer", checkpoint, answer, at: at() });
    }
  }

  function startWhatNeedsNobody(): void {
    for (let step = nextReady(plan); step !== null; step = nextReady(plan)) {
      const { type } = nodeOf(plan, step);
      if (type !== "pass" && type !== "manual") return;
      must({ type: "start", step, at: at() });
    }
  }

  function look(): void {
    journal.poll();
    if (isCancelled) settle();
  }

  // Three times in the time a lease lasts; and often enough that whoever cancels the run need not wait for it.
  const duties = [
    repeatedly(() => journal.renew(clock.now()), store.leaseMs / 3, letGo),
    repeatedly(look, pollMs, letGo),
  ];
  return { plan, run: lease.run, terms, journal, approvals, signal: stop.signal, take, advance, settle, giveBack };
}

/** The checkpoints of a plan with an answer that nobody has acted on yet. */
export function answered(store: Store, plan: ReadonlyPlan): readonly Checkpoint[] {
  const current = new Set(plan.current.values());
  if (current.size === 0) return [];
  return store.checkpointsOf(plan.definition.id).filter(({ id, answer }) => answer !== undefined && current.has(id));
}

function endOf(outcome: PlanOutcome, plan: ReadonlyPlan): { readonly text?: string; readonly error?: string } {
  if (outcome.status === "done") return { text: resultText(plan) };
  return outcome.status === "failed" ? { error: failureText(outcome) } : {};
}
