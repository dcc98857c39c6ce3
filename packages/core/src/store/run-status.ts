import { type RunStatus, StoreError } from "./store.ts";

/** Whether a run has ended for good: nothing of it is asked, answered or gone on with any more. */
export function isOver(status: RunStatus): boolean {
  return status === "done" || status === "cancelled";
}

/** Nobody drives a run that has ended for good, not even one whose end came while it was being taken over. */
export function expectUnfinished(run: string, status: RunStatus): void {
  if (isOver(status)) throw new StoreError("refused", `run ${run} is ${status}: it is not gone on with`);
}
