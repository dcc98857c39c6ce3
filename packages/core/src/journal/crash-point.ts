/**
 * Every effect boundary at which a test may kill the process (DESIGN.md 3.7). In a store's transaction: `begun` before the
 * first write, `written` before the commit, `committed` before anybody is told.
 */
export const crashPoints = [
  "create-run-begun",
  "create-run-written",
  "create-run-committed",
  "acquire-begun",
  "acquire-written",
  "acquire-committed",
  "renew-begun",
  "renew-written",
  "renew-committed",
  "finish-begun",
  "finish-written",
  "finish-committed",
  "append-begun",
  "append-written",
  "append-committed",
  "freeze-begun",
  "freeze-written",
  "freeze-committed",
  "commit-begun",
  "commit-written",
  "commit-committed",
  "answer-begun",
  "answer-written",
  "answer-committed",
] as const;

export type CrashPoint = (typeof crashPoints)[number];

/** Kills this process, as a crash would, when `AML_CRASH_AT` names the point: `name`, or `name:n` for the n-th time. */
export function crashPoint(point: CrashPoint): void {
  const wanted = process.env.AML_CRASH_AT;
  if (wanted === undefined) return;
  const [name, times = "1"] = wanted.split(":");
  if (name !== point) return;
  const left = Number(times) - 1;
  if (left > 0) {
    // The countdown is kept where it came from, so that this module has no state.
    process.env.AML_CRASH_AT = `${name}:${left}`;
    return;
  }
  process.kill(process.pid, "SIGKILL");
}
