import type { NodeResult, Stop } from "./node-result.ts";

/** What one attempt at an element came to. */
export type AttemptOutcome =
  | NodeResult
  | Exclude<Stop, { stopped: "failed" }>
  | { readonly failed: string; readonly code: string; readonly retryable: boolean };

/** How long work that was told to stop may take to end before it is left behind. */
const graceMs = 5_000;

/**
 * Gives an attempt a time limit of its own. When it passes, the work is told to stop and the attempt has failed; the next one
 * does not begin beside it, unless a handler pays no heed to its signal.
 */
export async function withTimeLimit(
  limitMs: number | null,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<AttemptOutcome>,
): Promise<AttemptOutcome> {
  if (limitMs === null) return work(signal);
  const limit = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const after = (ms: number) => new Promise<"late">((resolve) => timers.push(setTimeout(() => resolve("late"), ms)));
  const working = work(AbortSignal.any([signal, limit.signal]));
  try {
    const first = await Promise.race([working, after(limitMs)]);
    if (first !== "late") return first;
    limit.abort();
    await Promise.race([working, after(graceMs)]);
    return { failed: `the time limit of ${limitMs} ms passed`, code: "Timeout", retryable: true };
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}
