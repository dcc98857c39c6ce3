import type { ApprovalState } from "../journal/approvals.ts";
import { seal } from "../journal/chain.ts";
import type { Driver, Liveness } from "../journal/driver-identity.ts";
import type { Event, EventBody } from "../journal/events.ts";
import { ReplayError } from "../journal/replay.ts";
import type { Change } from "../plan/change.ts";
import { openCheckpoints } from "../plan/checkpoints.ts";
import { createPlan, snapshotOf } from "../plan/create-plan.ts";
import type { Answer, Checkpoint, PlanDefinition } from "../plan/plan.ts";
import { PlanError } from "../plan/plan-error.ts";
import { stateOf } from "../plan/progress.ts";
import { judgeAnswer, judgeApproval } from "./judge-answer.ts";
import { judgeAnticipation } from "./judge-anticipation.ts";
import { keepsLease, leaseLost } from "./lease.ts";
import { definitionText } from "./plan-text.ts";
import { checkLast, frozenEvent, startedEvent } from "./run-events.ts";
import { emptyFold, foldRun, note, noteAnswer, type RunFold } from "./run-fold.ts";
import { expectUnfinished, isOver } from "./run-status.ts";
import { settle } from "./settlement.ts";
import {
  type AnswerResult,
  type AnticipateResult,
  type Lease,
  type NewRun,
  type RunRecord,
  type RunStatus,
  type RunSummary,
  type Store,
  type StoredPlan,
  StoreError,
} from "./store.ts";

export interface MemoryStoreOptions {
  readonly leaseMs: number;
  /** Milliseconds since 1970, for the stamps of events that do not bring their own. */
  readonly now: () => number;
}

interface KeptRun {
  record: RunRecord;
  fence: number;
  readonly events: Event[];
  fold: RunFold;
}

interface KeptPlan {
  readonly run: KeptRun;
  readonly path: string;
  readonly definition: PlanDefinition;
}

/** The same as the SQLite store, for tests and for runs that nobody needs to resume. */
export class MemoryStore implements Store {
  readonly leaseMs: number;
  readonly #now: () => number;
  readonly #runs = new Map<string, KeptRun>();
  readonly #plans = new Map<string, KeptPlan>();

  constructor(options: MemoryStoreOptions) {
    this.leaseMs = options.leaseMs;
    this.#now = options.now;
  }

  createRun(run: NewRun, driver: Driver, now: number, first: EventBody): { lease: Lease; event: Event } {
    if (this.#runs.has(run.id)) throw new StoreError("exists", `run ${run.id} is there already`);
    const body = startedEvent(run, first);
    const record: RunRecord = { ...run, status: "running", driver, leaseUntil: now + this.leaseMs };
    const kept = { record, fence: 1, events: [], fold: emptyFold(run.id) };
    this.#runs.set(run.id, kept);
    return { lease: { run: run.id, driver, fence: 1 }, event: append(kept, run.startedAt, body) };
  }

  getRun(id: string): RunRecord | null {
    return this.#runs.get(id)?.record ?? null;
  }

  listRuns(): readonly RunSummary[] {
    const newestFirst = [...this.#runs.values()].reverse().map(({ record: { text, options, ...summary } }) => summary);
    return newestFirst.sort((a, b) => (a.startedAt === b.startedAt ? 0 : a.startedAt < b.startedAt ? 1 : -1));
  }

  acquire(
    id: string,
    driver: Driver,
    now: number,
    livenessOf: (driver: Driver) => Liveness,
  ): Lease | { heldBy: Driver } {
    const run = this.#run(id);
    expectUnfinished(id, run.record.status);
    const { driver: holder, leaseUntil = 0, finishedAt: _, ...record } = run.record;
    if (holder !== undefined && keepsLease(holder, leaseUntil, now, livenessOf)) return { heldBy: holder };
    run.record = { ...record, status: "running", driver, leaseUntil: now + this.leaseMs };
    run.fence += 1;
    return { run: id, driver, fence: run.fence };
  }

  renew(lease: Lease, now: number): void {
    const run = this.#held(lease);
    const { leaseUntil = 0 } = run.record;
    run.record = { ...run.record, leaseUntil: Math.max(leaseUntil, now + this.leaseMs) };
  }

  finish(lease: Lease, status: Exclude<RunStatus, "running">, at: string, last: EventBody): Event {
    const run = this.#held(lease);
    checkLast(status, last);
    const { driver: _, leaseUntil: __, ...record } = run.record;
    const event = append(run, at, last);
    run.record = { ...record, status, finishedAt: at };
    return event;
  }

  append(lease: Lease, bodies: readonly EventBody[]): readonly Event[] {
    const run = this.#held(lease);
    return this.#whole(run, () => bodies.map((body) => append(run, this.#stamp(), body)));
  }

  freeze(lease: Lease, path: string, definition: PlanDefinition): Event {
    const run = this.#held(lease);
    const { id } = definition;
    if (this.#plans.has(id)) throw new StoreError("exists", `plan ${id} is there already`);
    return this.#whole(run, () => {
      const plan = createPlan(definition);
      const event = append(run, this.#stamp(), frozenEvent(path, definition, definitionText(definition)));
      run.fold.plans.set(id, plan);
      this.#plans.set(id, { run, path, definition });
      return event;
    });
  }

  commit(lease: Lease, id: string, changes: readonly Change[], more: readonly EventBody[] = []): readonly Event[] {
    const run = this.#held(lease);
    const plan = run.fold.plans.get(id);
    if (plan === undefined) throw new StoreError("unknown", `there is no plan ${id} in run ${lease.run}`);
    return this.#whole(run, () => {
      const told = settle(plan, changes, run.fold).flatMap(({ at, event }) =>
        event === null ? [] : [append(run, at, event)],
      );
      return [...told, ...more.map((body) => append(run, this.#stamp(), body))];
    });
  }

  loadPlan(id: string): StoredPlan | null {
    const kept = this.#plans.get(id);
    const plan = kept?.run.fold.plans.get(id);
    if (kept === undefined || plan === undefined) return null;
    const { path, definition } = kept;
    return { run: kept.run.record.id, path, definition, ...snapshotOf(plan) };
  }

  plansOf(run: string): readonly string[] {
    return [...(this.#runs.get(run)?.fold.plans.keys() ?? [])];
  }

  plansBeginning(prefix: string): readonly string[] {
    return [...this.#plans.keys()].filter((id) => id.startsWith(prefix));
  }

  checkpointsOf(plan: string): readonly Checkpoint[] {
    return [...(this.#plans.get(plan)?.run.fold.plans.get(plan)?.checkpoints.values() ?? [])];
  }

  answer(id: string, checkpointId: string, answer: Answer): AnswerResult {
    const run = this.#runs.get(id);
    for (const plan of run?.fold.plans.values() ?? []) {
      const checkpoint = plan.checkpoints.get(checkpointId);
      if (run === undefined || checkpoint === undefined) continue;
      const judged = judgeAnswer(checkpoint, run.record.status, stateOf(plan, checkpoint.step), answer);
      if (!judged.ok) return judged;
      const event = append(run, this.#stamp(), judged.body);
      if (event.type === "checkpoint.answered") noteAnswer(run.fold, event);
      return { ok: true, event };
    }
    const approval = run?.fold.approvals.get(checkpointId);
    if (run === undefined || approval === undefined) return { ok: false, why: "unknown" };
    const judged = judgeApproval(approval, run.record.status, answer);
    return judged.ok ? { ok: true, event: append(run, this.#stamp(), judged.body) } : judged;
  }

  anticipate(id: string, at: { readonly plan: string; readonly step: string }, answer: Answer): AnticipateResult {
    const run = this.#runs.get(id);
    if (run === undefined) return { ok: false, why: "unknown" };
    const judged = judgeAnticipation(run.fold, run.record.status, at, answer);
    return judged.ok ? { ok: true, event: append(run, this.#stamp(), judged.body) } : judged;
  }

  requestCancel(id: string, actor: string): Event | null {
    const run = this.#run(id);
    if (run.record.driver === undefined) return null;
    return append(run, this.#stamp(), { type: "cancel.requested", data: { actor } });
  }

  openCheckpoints(run?: string): readonly Checkpoint[] {
    const runs = [...this.#runs.values()].filter(
      ({ record }) => (run === undefined || record.id === run) && !isOver(record.status),
    );
    return runs.flatMap(({ fold }) => [...fold.plans.values()].flatMap(openCheckpoints));
  }

  approvalsOf(run: string): readonly ApprovalState[] {
    return [...(this.#runs.get(run)?.fold.approvals.values() ?? [])];
  }

  events(run: string, after = 0): readonly Event[] {
    return this.#runs.get(run)?.events.slice(after) ?? [];
  }

  verify(run: string): void {
    // Nobody else has a hand on it.
    this.#run(run);
  }

  remove(runs: readonly string[]): void {
    for (const id of runs) {
      const run = this.#run(id);
      if (run.record.driver !== undefined) throw new StoreError("refused", `run ${id} is being driven`);
    }
    for (const id of runs) {
      for (const plan of this.plansOf(id)) this.#plans.delete(plan);
      this.#runs.delete(id);
    }
  }

  close(): void {
    this.#runs.clear();
    this.#plans.clear();
  }

  #run(id: string): KeptRun {
    const run = this.#runs.get(id);
    if (run !== undefined) return run;
    throw new StoreError("unknown", `there is no run ${id}`);
  }

  #plan(id: string): KeptPlan {
    const plan = this.#plans.get(id);
    if (plan !== undefined) return plan;
    throw new StoreError("unknown", `there is no plan ${id}`);
  }

  #held(lease: Lease): KeptRun {
    const run = this.#run(lease.run);
    if (run.record.driver !== undefined && run.fence === lease.fence) return run;
    throw leaseLost(lease.run, run.record.driver);
  }

  /** Keeps all of a write or nothing: what fails may have left its plan half changed and events behind. */
  #whole<Result>(run: KeptRun, work: () => Result): Result {
    const before = run.events.length;
    try {
      return work();
    } catch (error) {
      run.events.length = before;
      run.fold = foldRun(run.record.id, run.events, ({ data }) => this.#plan(data.plan).definition);
      throw refusal(error);
    }
  }

  #stamp(): string {
    return new Date(this.#now()).toISOString();
  }
}

function append(run: KeptRun, at: string, body: EventBody): Event {
  const { event } = seal(run.fold.head, run.record.id, at, body);
  run.events.push(event);
  note(run.fold, event);
  return event;
}

/** What diagram.md 5 does not allow is refused, as the triggers of a file do; any other error is a fault. */
function refusal(error: unknown): unknown {
  return error instanceof PlanError || error instanceof ReplayError
    ? new StoreError("refused", error.message, { cause: error })
    : error;
}
