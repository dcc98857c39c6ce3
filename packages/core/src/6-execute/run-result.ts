import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { livenessOf } from "../journal/driver-identity.ts";
import { keepsLease } from "../store/lease.ts";
import type { RunRecord, RunStatus, Store } from "../store/store.ts";
import { type RunReport, runReport } from "../views/run-report.ts";

/** What `aml run|resume|status RUN --json` prints (DESIGN.md 10, spec/run-result.schema.json). */
export type RunResult = Omit<RunReport, "run" | "status" | "audit"> & {
  /** Null for a document that was refused: nothing of it ran. */
  readonly run: string | null;
  readonly status: RunReport["status"] | "refused";
  readonly diagnostics: readonly Diagnostic[];
  readonly audit: { readonly records: number; readonly head: string | null };
};

/** What a recorded run has come to; one whose driver died is interrupted, whatever was last written. */
export function resultOf(store: Store, id: string, diagnostics: readonly Diagnostic[]): RunResult {
  const record = store.getRun(id);
  if (record === null) throw new RangeError(`no run ${id}`);
  const report = runReport(store.events(id));
  const status = report.status === "running" && isDeserted(record) ? "interrupted" : report.status;
  return { ...report, status, diagnostics };
}

/** Whether a run goes on in the record only: nobody drives it any more. */
export function isDeserted({ driver, leaseUntil = 0 }: Held, now = Date.now()): boolean {
  return driver === undefined || !keepsLease(driver, leaseUntil, now, livenessOf);
}

/** The status of a run as it is now: interrupted when nobody drives it any more, whatever it last wrote. */
export function statusNow(run: Held & Pick<RunRecord, "status">, now = Date.now()): RunStatus {
  return run.status === "running" && isDeserted(run, now) ? "interrupted" : run.status;
}

type Held = Pick<RunRecord, "driver" | "leaseUntil">;

/** The result of a document that cannot run. */
export function refusedResult(diagnostics: readonly Diagnostic[]): RunResult {
  return {
    version: 1,
    run: null,
    status: "refused",
    output: { text: "" },
    diagnostics,
    nodes: [],
    plans: [],
    checkpoints: [],
    background: [],
    permissions: { asked: 0, allowed: 0, denied: 0, cancelled: 0 },
    usage: [],
    audit: { records: 0, head: null },
  };
}
