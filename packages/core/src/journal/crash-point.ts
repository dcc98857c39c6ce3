/**
 * In a store's transaction (DESIGN.md 3.7): `begun` before the first write, `written` before the commit, `committed` before
 * anybody is told.
 */
export const storeCrashPoints = [
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

/** Between what is done and the record of it, in the order in which a run meets them (agents.md 3, diagram.md 5). */
export const executionCrashPoints = [
  // A resume: the run is ours, what the last driver left running is ended, nothing is recorded yet.
  "run-taken",
  "leftovers-ended",
  // A node of the document.
  "node-started",
  "node-performed",
  "node-finished",
  "node-retried",
  // A step of a diagram: claimed before it runs, and come to something before that is settled.
  "step-claimed",
  "step-performed",
  // The runtime's own tools.
  "tool-ran",
  "tool-recorded",
  // An agent.
  "agent-spawned",
  "session-opened",
  "session-recorded",
  "prompt-recorded",
  "agent-replied",
  "reply-recorded",
  // A permission: never an answer on the wire without its record.
  "permission-decided",
  "permission-recorded",
  "permission-answered",
  "run-performed",
] as const;

/** Every effect boundary at which a test may kill the process. */
export const crashPoints = [...storeCrashPoints, ...executionCrashPoints] as const;

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
