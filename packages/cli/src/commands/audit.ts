import { type Event, type Store, StoreError, timelineLine, verifyChain } from "@agent-markup/core";
import { type ExitCode, exitCode, UsageError } from "../exit.ts";
import { findRun } from "../find-run.ts";
import { openExistingStore } from "../open-runtime.ts";
import { findProject } from "../project.ts";
import type { Output } from "../terminal/output.ts";

export interface AuditFlags {
  readonly head?: string;
  readonly json?: boolean;
}

/** What `aml audit verify RUN --json` prints (DESIGN.md 10, spec/audit-verification.schema.json). */
interface Verification {
  readonly run: string;
  readonly records: number;
  /** Hash of the last record that holds; null where none could be read. */
  readonly head: string | null;
  readonly ok: boolean;
  readonly firstBad?: { readonly seq: number; readonly reason: string };
}

/** `aml audit verify RUN`: whether its journal is whole, and its tables are what the journal tells (agents.md 3). */
export async function verify(id: string, { head, json }: AuditFlags, output: Output): Promise<ExitCode> {
  if (head !== undefined && !/^[0-9a-f]{64}$/i.test(head))
    throw new UsageError(`"${head}" is no head of an audit log`, "it has 64 hexadecimal digits, as printed by --json");
  const verification = await orTampered(id, async () => {
    const store = await openExistingStore(findProject(process.cwd()));
    try {
      const run = findRun(store, id).id;
      return await orTampered(run, async () => verified(store, run, head?.toLowerCase()));
    } finally {
      store.close();
    }
  });
  output.result(json === true ? JSON.stringify({ version: 1, ...verification }) : sentence(verification));
  return verification.ok ? exitCode.done : exitCode.failed;
}

function verified(store: Store, run: string, head: string | undefined): Verification {
  const report = verifyChain(store.events(run), head);
  if (!report.ok) return { run, ...report };
  try {
    store.verify(run);
    return { run, ...report };
  } catch (error) {
    if (!isTampered(error)) throw error;
    return { run, ...report, ok: false, firstBad: { seq: report.records, reason: error.message } };
  }
}

/** What was changed so that it cannot even be read does not hold. */
async function orTampered(run: string, work: () => Promise<Verification>): Promise<Verification> {
  try {
    return await work();
  } catch (error) {
    if (!isTampered(error)) throw error;
    return { run, records: 0, head: null, ok: false, firstBad: { seq: 0, reason: error.message } };
  }
}

function isTampered(error: unknown): error is StoreError {
  return error instanceof StoreError && error.code === "tampered";
}

function sentence({ run, records, head, ok, firstBad }: Verification): string {
  if (ok) return `run ${run}: ${records} records hold\nhead ${head}`;
  return `run ${run} does not hold: ${firstBad === undefined ? "" : `record ${firstBad.seq}: ${firstBad.reason}`}`;
}

/** `aml audit show RUN`: who decided what, in order (spec/audit-log.schema.json). */
export async function show(id: string, { json }: AuditFlags, output: Output): Promise<ExitCode> {
  const store = await openExistingStore(findProject(process.cwd()));
  try {
    const run = findRun(store, id).id;
    const events = store.events(run);
    const records = events.filter(isDecision);
    if (json === true) {
      const told = records.map(({ seq, at, type, path, hash, data }) => ({ seq, at, type, path, hash, data }));
      output.result(JSON.stringify({ version: 1, run, records: told, head: events.at(-1)?.hash ?? null }));
    } else for (const event of records) output.result(`${String(event.seq).padStart(6)}  ${timelineLine(event)}`);
    return exitCode.done;
  } finally {
    store.close();
  }
}

/** Authorisations, permission decisions, changes of mode, violations, answers and cancels (agents.md 3). */
function isDecision(event: Event): boolean {
  switch (event.type) {
    case "run.started":
    case "run.resumed":
    case "run.finished":
    case "permission.decided":
    case "checkpoint.answered":
    case "approval.asked":
    case "approval.answered":
    case "approval.closed":
    case "checkpoint.anticipated":
    case "cancel.requested":
    case "agent.opened":
    case "note.recorded":
      return true;
    case "agent.event":
      return ["mode", "note", "unasked", "held", "offered_call", "step_result"].includes(event.data.event.type);
    default:
      return false;
  }
}
