import type { Event, EventBody } from "../journal/events.ts";
import type { Change } from "../plan/change.ts";
import type { Answer, Checkpoint, EdgeState, PlanDefinition, StepState } from "../plan/plan.ts";

/** A process that drives a run, precise enough to tell whether it is still alive after a reboot or a reused pid. */
export interface Driver {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  /** Distinguishes processes that had the same pid: boot id and start time where the system has them. */
  readonly birth: string;
}

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
  | { readonly ok: false; readonly why: "unknown" | "answered" | "no-such-choice"; readonly checkpoint?: Checkpoint };

/**
 * Where runs, plans and the journal are kept (diagram.md 4). Every method is one transaction; every write but
 * `createRun` and `answer` needs the run's lease and throws `LeaseLost` when another driver has taken it over.
 */
export interface Store {
  createRun(
    run: NewRun,
    driver: Driver,
    now: number,
    first: EventBody,
  ): { readonly lease: Lease; readonly event: Event };
  getRun(id: string): RunRecord | null;
  /** Newest first. */
  listRuns(): readonly RunRecord[];
  /** Takes the run over when nobody holds it: no lease, one that has run out, or a driver known to be dead. */
  acquire(
    run: string,
    driver: Driver,
    now: number,
    isDead: (driver: Driver) => boolean,
  ): Lease | { readonly heldBy: Driver };
  /** Extends the lease; call it well before `leaseMs` has passed. */
  renew(lease: Lease, now: number): void;
  /** Records how the drive ended and gives the lease up, with its last event. */
  finish(lease: Lease, status: Exclude<RunStatus, "running">, at: string, last: EventBody): Event;
  append(lease: Lease, bodies: readonly EventBody[]): readonly Event[];
  /** Writes a plan, all steps pending and all edges open, and freezes it. */
  freeze(lease: Lease, path: string, definition: PlanDefinition, event: EventBody): Event;
  /** One settlement: each step change is preceded by its event; edges and checkpoints follow their step. */
  commit(lease: Lease, plan: string, changes: readonly Change[], more?: readonly EventBody[]): readonly Event[];
  loadPlan(id: string): StoredPlan | null;
  plansOf(run: string): readonly string[];
  /** A person's answer to an open checkpoint; needs no lease, since the run may be asleep or driven elsewhere. */
  answer(run: string, checkpoint: string, answer: Answer): AnswerResult;
  openCheckpoints(run?: string): readonly Checkpoint[];
  events(run: string, after?: number): readonly Event[];
  close(): void;
}

/** Another driver has taken the run over; this one must stop at once. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** The file cannot be used: not a database, read-only, full, locked for too long, or changed behind our back. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly code: "not-a-database" | "read-only" | "full" | "locked" | "corrupt" | "tampered" | "newer" | "unavailable";
  constructor(code: StoreError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
