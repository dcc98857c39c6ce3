import type { ApprovalState } from "../journal/approvals.ts";
import type { Driver, Liveness } from "../journal/driver-identity.ts";
import type { Event, EventBody } from "../journal/events.ts";
import type { Change } from "../plan/change.ts";
import type { Answer, Checkpoint, Choice, EdgeState, PlanDefinition, StepState } from "../plan/plan.ts";

export type { Driver, Liveness } from "../journal/driver-identity.ts";

/** The right to write to one run. `fence` grows with every acquisition: writes under an older one are refused. */
export interface Lease {
  readonly run: string;
  readonly driver: Driver;
  readonly fence: number;
}

export interface NewRun {
  readonly id: string;
  /** As given by the caller, and the text it held: a run is resumed from what was read. */
  readonly file: string;
  readonly text: string;
  readonly hash: string;
  /** Everything a resume needs beside the text (trust, permissions, params, limits), as JSON. */
  readonly options: unknown;
  readonly startedAt: string;
}

export type RunStatus = "running" | "done" | "failed" | "waiting" | "cancelled" | "interrupted";

export interface RunRecord extends NewRun {
  readonly status: RunStatus;
  readonly finishedAt?: string;
  readonly driver?: Driver;
  readonly leaseUntil?: number;
}

/** A run in a list: all but what only a resume needs. */
export type RunSummary = Omit<RunRecord, "text" | "options">;

export interface StoredPlan {
  readonly run: string;
  /** Path of the skill in the document's tree. */
  readonly path: string;
  readonly definition: PlanDefinition;
  readonly steps: readonly StepState[];
  readonly edges: readonly EdgeState[];
  readonly checkpoints: readonly Checkpoint[];
}

export type AnswerResult =
  | { readonly ok: true; readonly event: Event }
  | {
      readonly ok: false;
      /** `stale`: its step has moved on without it, or nobody waits for it any more. */
      readonly why: "unknown" | "answered" | "no-such-choice" | "stale";
      readonly checkpoint?: Checkpoint;
      readonly approval?: ApprovalState;
    };

export type AnticipateResult =
  | { readonly ok: true; readonly event: Event }
  /** `begun`: its first attempt is no longer to come. `never-asks`: nothing is asked there unless it fails. */
  | { readonly ok: false; readonly why: "unknown" | "begun" | "never-asks" }
  | { readonly ok: false; readonly why: "no-such-choice"; readonly choices: readonly Choice[] }
  | { readonly ok: false; readonly why: "answered"; readonly earlier: Answer };

/**
 * Where runs, plans and the journal are kept (diagram.md 4). Every method is one transaction; every write but
 * `createRun`, `answer`, `anticipate` and `requestCancel` needs the run's lease and throws `LeaseLost` when another driver has taken it over.
 */
export interface Store {
  /** How long a lease lasts without being renewed, in milliseconds. */
  readonly leaseMs: number;
  createRun(
    run: NewRun,
    driver: Driver,
    now: number,
    first: EventBody,
  ): { readonly lease: Lease; readonly event: Event };
  getRun(id: string): RunRecord | null;
  /** Newest first. */
  listRuns(): readonly RunSummary[];
  /**
   * Takes the run over when nobody holds it: no lease, a driver known to be dead, or one that cannot be asked (on another
   * machine) and whose lease has run out. A driver known to be alive keeps it: clocks jump and machines sleep. One that is
   * done or cancelled is refused.
   */
  acquire(
    run: string,
    driver: Driver,
    now: number,
    livenessOf: (driver: Driver) => Liveness,
  ): Lease | { readonly heldBy: Driver };
  /** Extends the lease; call it well before `leaseMs` has passed. */
  renew(lease: Lease, now: number): void;
  /** Records how the drive ended and gives the lease up, with its last event. */
  finish(lease: Lease, status: Exclude<RunStatus, "running">, at: string, last: EventBody): Event;
  append(lease: Lease, bodies: readonly EventBody[]): readonly Event[];
  /** Writes a plan, all steps pending and all edges open, records `plan.frozen` and freezes it. */
  freeze(lease: Lease, path: string, definition: PlanDefinition): Event;
  /**
   * Writes changes in their order. Each step and each opened checkpoint is preceded by its event, which is made here;
   * `more` is recorded after them. What diagram.md 5 does not allow is refused whole.
   */
  commit(lease: Lease, plan: string, changes: readonly Change[], more?: readonly EventBody[]): readonly Event[];
  loadPlan(id: string): StoredPlan | null;
  plansOf(run: string): readonly string[];
  /** Ids of the plans of any run that begin so, in no particular order. */
  plansBeginning(prefix: string): readonly string[];
  /** All that were ever opened in a plan, in that order, answers included. */
  checkpointsOf(plan: string): readonly Checkpoint[];
  /** A person's answer to an open checkpoint or approval; needs no lease, since the run may be asleep or driven elsewhere. */
  answer(run: string, checkpoint: string, answer: Answer): AnswerResult;
  /**
   * A person's answer to what a step that has not begun may ask in its first attempt. It is recorded now, and answers the
   * checkpoint in the settlement that opens it (diagram.md 5). Needs no lease, as an answer does not.
   */
  anticipate(run: string, at: { readonly plan: string; readonly step: string }, answer: Answer): AnticipateResult;
  /**
   * Records that somebody wants a run to end for good, for whoever drives it to notice; null when nobody does. Needs no
   * lease, as an answer does not.
   */
  requestCancel(run: string, actor: string): Event | null;
  /** Of runs that have not ended for good. */
  openCheckpoints(run?: string): readonly Checkpoint[];
  /** All that were ever asked in a run, in that order, answers included. */
  approvalsOf(run: string): readonly ApprovalState[];
  events(run: string, after?: number): readonly Event[];
  /** Holds the run's journal and tables against each other; throws `StoreError("tampered")` naming the first difference. */
  verify(run: string): void;
  /** Deletes runs that nobody drives, with their plans and journals (`aml prune`). */
  remove(runs: readonly string[]): void;
  /** Lets go of the file; closing twice is fine. */
  close(): void;
}

/** Another driver has taken the run over; this one must stop at once. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** The store cannot do it: the file cannot be used, was changed behind our back, or the write breaks a rule. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly code: StoreErrorCode;
  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export type StoreErrorCode =
  | "not-a-database"
  | "read-only"
  | "full"
  | "locked"
  | "corrupt"
  | "tampered"
  | "newer"
  | "unavailable"
  /** No such run or plan. */
  | "unknown"
  /** A run or plan of that id is there already. */
  | "exists"
  /** The write breaks a rule of diagram.md 4 or 5. */
  | "refused";
