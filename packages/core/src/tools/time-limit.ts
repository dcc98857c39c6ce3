import { ToolError } from "./tool-error.ts";

const maxTimerMs = 2 ** 31 - 1;

export interface TimeLimit {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Does work that ends when its signal is aborted: by the run's own, or when the time limit has passed; tells which. */
export async function withinTime<Value>(
  { timeoutMs, signal }: TimeLimit,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  // A timer for longer than it can count would fire at once.
  const timeout = AbortSignal.timeout(Math.min(timeoutMs, maxTimerMs));
  try {
    return await work(AbortSignal.any([signal, timeout]));
  } catch (error) {
    if (signal.aborted) throw new ToolError("aborted", "the run was stopped", { cause: error });
    if (!timeout.aborted) throw error;
    throw new ToolError("timeout", `the time limit of ${timeoutMs} ms passed`, { cause: error });
  }
}

/** Waits for something that others wait for too, no longer than until the signal is aborted. */
export function untilAborted<Value>(shared: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
    shared.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
