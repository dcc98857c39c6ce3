import { canonicalJson } from "../journal/canonical-json.ts";
import type { Driver } from "../journal/driver-identity.ts";
import type { Event, EventBody } from "../journal/events.ts";
import type { Answer, Checkpoint, EdgeState, SkipReason, StepState, StepStatus } from "../plan/plan.ts";
import type { SqlRow } from "./driver.ts";
import { numberAt, optionalTextAt, textAt, wordAt } from "./rows.ts";
import { type RunRecord, type RunStatus, type RunSummary, StoreError } from "./store.ts";

const runStatuses: readonly RunStatus[] = ["running", "done", "failed", "waiting", "cancelled", "interrupted"];
const stepStatuses: readonly StepStatus[] = ["pending", "in_progress", "done", "skipped", "blocked", "waiting"];
const skipReasons: readonly SkipReason[] = ["routed", "loop_exit", "waived", "cancelled"];
const edgeStates: readonly EdgeState[] = ["open", "live", "dead"];

/** Parts of a step's state that one JSON column holds. */
type StepResult = Pick<StepState, "durationMs" | "output" | "error">;

export function runSummary(row: SqlRow): RunSummary {
  const finishedAt = optionalTextAt(row, "finished_at");
  const driver = driverOf(row);
  return {
    id: textAt(row, "id"),
    file: textAt(row, "file"),
    hash: textAt(row, "hash"),
    startedAt: textAt(row, "started_at"),
    status: runStatusAt(row, "status"),
    ...(finishedAt === undefined ? {} : { finishedAt }),
    ...(driver === undefined ? {} : { driver, leaseUntil: numberAt(row, "lease_until") }),
  };
}

export function runRecord(row: SqlRow): RunRecord {
  const options: unknown = parseJson(textAt(row, "options"), "the options of a run");
  return { ...runSummary(row), text: textAt(row, "text"), options };
}

/** The driver that holds a run, if any does. */
export function driverOf(row: SqlRow): Driver | undefined {
  const text = optionalTextAt(row, "driver");
  if (text === undefined) return undefined;
  const driver: Driver = parseJson(text, "the driver of a run");
  return driver;
}

export function eventOf(row: SqlRow): Event {
  const seq = numberAt(row, "seq");
  const type = JSON.stringify(textAt(row, "type"));
  const body: EventBody = parseJson(`{"type":${type},"data":${textAt(row, "data")}}`, `event ${seq}`);
  const path = optionalTextAt(row, "path");
  const stamp = { seq, at: textAt(row, "at"), run: textAt(row, "run_id"), hash: textAt(row, "hash") };
  return { ...stamp, ...(path === undefined ? {} : { path }), ...body };
}

export function stepState(row: SqlRow): StepState {
  const startedAt = optionalTextAt(row, "started_at");
  const result = optionalTextAt(row, "result");
  const label = optionalTextAt(row, "label");
  const told: StepResult = result === undefined ? {} : parseJson(result, "the result of a step");
  return {
    status: stepStatusAt(row, "status"),
    attempt: numberAt(row, "attempt"),
    failures: numberAt(row, "failures"),
    ...(startedAt === undefined ? {} : { startedAt }),
    ...told,
    ...(label === undefined ? {} : { label }),
    ...(row.skipped === null ? {} : { skipped: wordAt(row, "skipped", skipReasons) }),
  };
}

export function runStatusAt(row: SqlRow, column: string): RunStatus {
  return wordAt(row, column, runStatuses);
}

export function stepStatusAt(row: SqlRow, column: string): StepStatus {
  return wordAt(row, column, stepStatuses);
}

/** The JSON of what a step came to; null when it came to nothing yet. */
export function resultText({ durationMs, output, error }: StepResult): string | null {
  if (durationMs === undefined && output === undefined && error === undefined) return null;
  return canonicalJson({ durationMs, output, error });
}

export function edgeStateOf(row: SqlRow): EdgeState {
  return wordAt(row, "state", edgeStates);
}

export function checkpointOf(row: SqlRow): Checkpoint {
  const checkpoint: Checkpoint = parseJson(textAt(row, "checkpoint"), "a checkpoint");
  const text = optionalTextAt(row, "answer");
  if (text === undefined) return checkpoint;
  const answer: Answer = parseJson(text, "an answer");
  return { ...checkpoint, answer };
}

/** What was written as JSON is read as it was written; text that is no JSON was changed by another hand. */
function parseJson(text: string, what: string) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new StoreError("tampered", `${what} is no JSON`, { cause });
  }
}
