import type { ApprovalState } from "../journal/approvals.ts";
import { canonicalJson } from "../journal/canonical-json.ts";
import type { Event, EventBody } from "../journal/events.ts";
import type { Change } from "../plan/change.ts";
import { createPlan } from "../plan/create-plan.ts";
import type { Answer, Checkpoint, PlanDefinition } from "../plan/plan.ts";
import { keepsLease } from "./lease.ts";
import { checkSchema } from "./migrations.ts";
import { definitionText, parseDefinition } from "./plan-text.ts";
import { pruneRuns } from "./prune.ts";
import {
  checkpointOf,
  driverOf,
  edgeStateOf,
  eventOf,
  runRecord,
  runStatusAt,
  runSummary,
  stepState,
} from "./records.ts";
import { numberAt, textAt } from "./rows.ts";
import { checkLast, frozenEvent, startedEvent } from "./run-events.ts";
import { emptyFold } from "./run-fold.ts";
import { expectUnfinished } from "./run-status.ts";
import { settle } from "./settlement.ts";
import { type AnswerPlace, approvalsIn, recordAnswer, recordAnticipation } from "./sqlite-answers.ts";
import { storeError } from "./sqlite-error.ts";
import type { SqliteFile } from "./sqlite-file.ts";
import { SqliteWriter } from "./sqlite-writer.ts";
import { prepareStatements, type Statements } from "./statements.ts";
import {
  type AnswerResult,
  type AnticipateResult,
  type Driver,
  type Lease,
  type Liveness,
  type NewRun,
  type RunRecord,
  type RunStatus,
  type RunSummary,
  type Store,
  type StoredPlan,
  StoreError,
} from "./store.ts";
import { foldChecked } from "./tamper-check.ts";
import { writeAnswer, writeChange, writePlan } from "./write-plan.ts";

export interface SqliteStoreOptions {
  readonly leaseMs: number;
  /** Milliseconds since 1970, for the stamps of events that do not bring their own. */
  readonly now: () => number;
}

/** Runs, plans and the journal in one SQLite file (diagram.md 4). */
export class SqliteStore implements Store {
  readonly leaseMs: number;
  readonly #now: () => number;
  readonly #file: SqliteFile;
  readonly #statements: Statements;
  readonly #writer: SqliteWriter;
  #isClosed = false;

  constructor(file: SqliteFile, options: SqliteStoreOptions) {
    this.leaseMs = options.leaseMs;
    this.#now = options.now;
    this.#file = file;
    this.#statements = prepareStatements(file.database);
    this.#writer = new SqliteWriter(file, this.#statements);
  }

  createRun(run: NewRun, driver: Driver, now: number, first: EventBody): { lease: Lease; event: Event } {
    return this.#writer.write("create-run", () => {
      const { id, file, text, hash, options, startedAt } = run;
      if (this.#statements.runLease.get(id) !== undefined) throw new StoreError("exists", `run ${id} is there already`);
      const holder = canonicalJson(driver);
      this.#statements.insertRun.run(
        id,
        holder,
        now + this.leaseMs,
        startedAt,
        file,
        hash,
        canonicalJson(options),
        text,
      );
      this.#writer.keepFold(emptyFold(id));
      return {
        lease: { run: id, driver, fence: 1 },
        event: this.#writer.append(id, startedAt, startedEvent(run, first)),
      };
    });
  }

  getRun(id: string): RunRecord | null {
    return this.#read(() => {
      const row = this.#statements.run.get(id);
      return row === undefined ? null : runRecord(row);
    });
  }

  listRuns(): readonly RunSummary[] {
    return this.#read(() => Array.from(this.#statements.runs.iterate(), runSummary));
  }

  acquire(
    run: string,
    driver: Driver,
    now: number,
    livenessOf: (driver: Driver) => Liveness,
  ): Lease | { heldBy: Driver } {
    return this.#writer.write("acquire", () => {
      const row = this.#statements.runLease.get(run);
      if (row === undefined) throw unknown("run", run);
      const holder = driverOf(row);
      if (holder !== undefined && keepsLease(holder, numberAt(row, "lease_until"), now, livenessOf))
        return { heldBy: holder };
      // A status that another hand wrote is told as that.
      this.#writer.keepFold(foldChecked(this.#statements, run));
      expectUnfinished(run, runStatusAt(row, "status"));
      this.#writer.forgetLease(run);
      this.#statements.takeRun.run(canonicalJson(driver), now + this.leaseMs, run);
      return { run, driver, fence: numberAt(row, "fence") + 1 };
    });
  }

  renew(lease: Lease, now: number): void {
    this.#writer.write("renew", () => {
      this.#writer.hold(lease);
      this.#writer.forgetLease(lease.run);
      this.#statements.renewRun.run(now + this.leaseMs, lease.run);
    });
  }

  finish(lease: Lease, status: Exclude<RunStatus, "running">, at: string, last: EventBody): Event {
    const event = this.#writer.write("finish", () => {
      this.#writer.hold(lease);
      this.#writer.fold(lease.run);
      checkLast(status, last);
      const event = this.#writer.append(lease.run, at, last);
      this.#writer.forgetLease(lease.run);
      this.#statements.finishRun.run(status, at, lease.run);
      return event;
    });
    this.#writer.forgetFold(lease.run);
    return event;
  }

  append(lease: Lease, bodies: readonly EventBody[]): readonly Event[] {
    return this.#writer.write("append", () => {
      this.#writer.hold(lease);
      // After a write that failed the run is not known any more, and is held against its journal first.
      this.#writer.fold(lease.run);
      return bodies.map((body) => this.#writer.append(lease.run, this.#stamp(), body));
    });
  }

  freeze(lease: Lease, path: string, definition: PlanDefinition): Event {
    return this.#writer.write("freeze", () => {
      this.#writer.hold(lease);
      const fold = this.#writer.fold(lease.run);
      const { id } = definition;
      if (this.#statements.plan.get(id) !== undefined) throw new StoreError("exists", `plan ${id} is there already`);
      const plan = createPlan(definition);
      const text = definitionText(definition);
      const at = this.#stamp();
      writePlan(this.#statements, { run: lease.run, path }, plan, text, at);
      const event = this.#writer.append(lease.run, at, frozenEvent(path, definition, text));
      this.#statements.freezePlan.run(at, id);
      fold.plans.set(id, plan);
      return event;
    });
  }

  commit(lease: Lease, plan: string, changes: readonly Change[], more: readonly EventBody[] = []): readonly Event[] {
    return this.#writer.write("commit", () => {
      const leaseUntil = this.#writer.hold(lease);
      const fold = this.#writer.fold(lease.run);
      const folded = fold.plans.get(plan);
      if (folded === undefined) throw unknown("plan", `${plan} in run ${lease.run}`);
      const events: Event[] = [];
      const owner = { id: lease.driver.id, until: leaseUntil };
      for (const { change, at, event } of settle(folded, changes, fold)) {
        if (event !== null) events.push(this.#writer.append(lease.run, at, event));
        writeChange(this.#statements, plan, change, owner);
        if (event?.type === "checkpoint.answered") writeAnswer(this.#statements, event.data);
      }
      for (const body of more) events.push(this.#writer.append(lease.run, this.#stamp(), body));
      return events;
    });
  }

  loadPlan(id: string): StoredPlan | null {
    return this.#read(() => {
      const row = this.#statements.plan.get(id);
      if (row === undefined) return null;
      return {
        run: textAt(row, "run_id"),
        path: textAt(row, "path"),
        definition: parseDefinition(textAt(row, "definition")),
        steps: Array.from(this.#statements.steps.iterate(id), stepState),
        edges: Array.from(this.#statements.edges.iterate(id), edgeStateOf),
        checkpoints: Array.from(this.#statements.checkpoints.iterate(id), checkpointOf),
      };
    });
  }

  plansOf(run: string): readonly string[] {
    return this.#read(() => Array.from(this.#statements.plansOf.iterate(run), (row) => textAt(row, "design_id")));
  }

  plansBeginning(prefix: string): readonly string[] {
    return this.#read(() =>
      Array.from(this.#statements.plansBeginning.iterate(prefix, prefix), (row) => textAt(row, "design_id")),
    );
  }

  checkpointsOf(plan: string): readonly Checkpoint[] {
    return this.#read(() => Array.from(this.#statements.checkpoints.iterate(plan), checkpointOf));
  }

  answer(run: string, checkpoint: string, answer: Answer): AnswerResult {
    return this.#writer.write("answer", () => recordAnswer(this.#place(run), checkpoint, answer));
  }

  anticipate(run: string, step: { readonly plan: string; readonly step: string }, answer: Answer): AnticipateResult {
    return this.#writer.write("answer", () => recordAnticipation(this.#place(run), step, answer));
  }

  requestCancel(run: string, actor: string): Event | null {
    return this.#writer.write("append", () => {
      const row = this.#statements.runLease.get(run);
      if (row === undefined) throw unknown("run", run);
      if (driverOf(row) === undefined) return null;
      return this.#writer.append(run, this.#stamp(), { type: "cancel.requested", data: { actor } });
    });
  }

  openCheckpoints(run?: string): readonly Checkpoint[] {
    return this.#read(() => Array.from(this.#statements.openCheckpoints.iterate(run ?? null), checkpointOf));
  }

  approvalsOf(run: string): readonly ApprovalState[] {
    return this.#read(() => [...approvalsIn(this.#statements, run).values()]);
  }

  events(run: string, after = 0): readonly Event[] {
    return this.#read(() => Array.from(this.#statements.events.iterate(after, run, run), eventOf));
  }

  verify(run: string): void {
    this.#read(() => {
      checkSchema(this.#file.database, this.#file.path);
      if (this.#statements.runLease.get(run) === undefined) throw unknown("run", run);
      foldChecked(this.#statements, run);
    });
  }

  remove(runs: readonly string[]): void {
    try {
      pruneRuns(this.#file, runs);
    } catch (error) {
      throw storeError(error, this.#file.path, this.#file.driver);
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#file.database.close();
  }

  #place(run: string): AnswerPlace {
    return { statements: this.#statements, writer: this.#writer, run, at: this.#stamp() };
  }

  #read<Result>(work: () => Result): Result {
    try {
      return this.#file.transaction("read", work);
    } catch (error) {
      throw storeError(error, this.#file.path, this.#file.driver);
    }
  }

  #stamp(): string {
    return new Date(this.#now()).toISOString();
  }
}

function unknown(what: "run" | "plan", id: string): StoreError {
  return new StoreError("unknown", `there is no ${what} ${id}`);
}
