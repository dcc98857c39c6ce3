import { emptyHead, type Head, seal } from "../journal/chain.ts";
import { crashPoint } from "../journal/crash-point.ts";
import type { Event, EventBody } from "../journal/events.ts";
import { leaseLost } from "./lease.ts";
import { checkSchema } from "./migrations.ts";
import { driverOf } from "./records.ts";
import { numberAt, textAt } from "./rows.ts";
import { note, type RunFold } from "./run-fold.ts";
import { storeError } from "./sqlite-error.ts";
import { expectSameFile, type SqliteFile } from "./sqlite-file.ts";
import type { Statements } from "./statements.ts";
import { type Lease, StoreError } from "./store.ts";
import { foldChecked, refold } from "./tamper-check.ts";

/** What writes, as the crash points name it. */
export type Operation = "create-run" | "acquire" | "renew" | "finish" | "append" | "freeze" | "commit" | "answer";

/**
 * The one way to write to the file: every write is a transaction that first notices what others have done, and every event
 * goes through `append`, which keeps the hash chain and the fold of its run.
 */
export class SqliteWriter {
  readonly #file: SqliteFile;
  readonly #statements: Statements;
  /** Of the runs that this store writes to. Dropped when a write fails, and made anew from the journal. */
  readonly #folds = new Map<string, RunFold>();
  /** Those that are to be held against the tables again, since another connection has written to the file. */
  readonly #unchecked = new Set<string>();
  /** Newest leases as the file has them, until anything could have changed them. */
  readonly #leases = new Map<string, { readonly fence: number; readonly until: number }>();
  #dataVersion: number;
  /** The file's, in bytes, as it was last seen. */
  #size: bigint;

  constructor(file: SqliteFile, statements: Statements) {
    this.#file = file;
    this.#statements = statements;
    this.#dataVersion = this.#readDataVersion();
    this.#size = expectSameFile(file, 0n);
  }

  write<Result>(operation: Operation, work: () => Result): Result {
    try {
      const result = this.#file.transaction("write", () => {
        crashPoint(`${operation}-begun`);
        this.#size = expectSameFile(this.#file, this.#size);
        this.#noticeOthers();
        const result = work();
        crashPoint(`${operation}-written`);
        return result;
      });
      crashPoint(`${operation}-committed`);
      return result;
    } catch (error) {
      this.#folds.clear();
      this.#unchecked.clear();
      this.#leases.clear();
      throw storeError(error, this.#file.path, this.#file.driver);
    }
  }

  /** Throws `LeaseLost` unless the lease is the run's newest; gives the time it lasts until. */
  hold(lease: Lease): number {
    const kept = this.#leases.get(lease.run);
    if (kept?.fence === lease.fence) return kept.until;
    const row = this.#statements.runLease.get(lease.run);
    if (row === undefined) throw new StoreError("unknown", `there is no run ${lease.run}`);
    const holder = driverOf(row);
    if (holder === undefined || numberAt(row, "fence") !== lease.fence) throw leaseLost(lease.run, holder);
    const until = numberAt(row, "lease_until");
    this.#leases.set(lease.run, { fence: lease.fence, until });
    return until;
  }

  /** To be called before a run's lease is changed. */
  forgetLease(run: string): void {
    this.#leases.delete(run);
  }

  /** What the run has come to, held against the tables. */
  fold(run: string): RunFold {
    return this.keptFold(run) ?? this.keepFold(foldChecked(this.#statements, run));
  }

  /** The fold of a run that this store writes to, if it has one. */
  keptFold(run: string): RunFold | undefined {
    const fold = this.#folds.get(run);
    if (fold === undefined || !this.#unchecked.has(run)) return fold;
    return this.keepFold(refold(this.#statements, fold));
  }

  keepFold(fold: RunFold): RunFold {
    this.#folds.set(fold.run, fold);
    this.#unchecked.delete(fold.run);
    return fold;
  }

  forgetFold(run: string): void {
    this.#folds.delete(run);
  }

  /** Seals and writes one event; a run that this store does not drive has no fold to keep up. */
  append(run: string, at: string, body: EventBody): Event {
    const fold = this.keptFold(run);
    const { event, data } = seal(fold?.head ?? this.#head(run), run, at, body);
    this.#statements.insertEvent.run(
      event.seq,
      run,
      run,
      event.seq,
      at,
      event.type,
      event.path ?? null,
      event.hash,
      data,
    );
    if (fold !== undefined) note(fold, event);
    return event;
  }

  /** Another connection's commit may have been anything: the schema is checked now, a run before it is written to. */
  #noticeOthers(): void {
    const version = this.#readDataVersion();
    if (version === this.#dataVersion) return;
    this.#leases.clear();
    for (const run of this.#folds.keys()) this.#unchecked.add(run);
    checkSchema(this.#file.database, this.#file.path);
    this.#dataVersion = version;
  }

  #readDataVersion(): number {
    return numberAt(this.#statements.dataVersion.get() ?? {}, "data_version");
  }

  #head(run: string): Head {
    const row = this.#statements.head.get(run, run);
    return row === undefined ? emptyHead : { seq: numberAt(row, "seq"), hash: textAt(row, "hash") };
  }
}
