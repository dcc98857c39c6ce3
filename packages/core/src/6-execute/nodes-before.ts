import type { Event } from "../journal/events.ts";
import type { NodeResult } from "./node-result.ts";

/** How far a node that has not finished came in earlier drives of its run. */
export interface AttemptsBefore {
  /** Attempts that began, the interrupted ones among them, so that no two attempts bear one number. */
  readonly started: number;
  /** Why attempts failed since the node last failed for good: `retries` counts on from there. */
  readonly failures: readonly string[];
}

/** What a journal holds of nodes, by path. */
export interface NodesBefore {
  /** Results, never made again; a node that failed is run again. */
  readonly finished: ReadonlyMap<string, NodeResult>;
  readonly attempts: ReadonlyMap<string, AttemptsBefore>;
}

export function nodesBefore(events: Iterable<Event>): NodesBefore {
  const finished = new Map<string, NodeResult>();
  const attempts = new Map<string, { started: number; failures: string[] }>();
  for (const event of events) {
    const { path } = event;
    if (path === undefined) continue;
    const known = attempts.get(path) ?? { started: 0, failures: [] };
    if (event.type === "node.started") attempts.set(path, { ...known, started: known.started + 1 });
    else if (event.type === "node.retried") known.failures.push(event.data.error);
    else if (event.type === "node.finished") {
      const { status, text, metadata = {} } = event.data;
      attempts.set(path, { started: known.started, failures: [] });
      if (status === "failed") finished.delete(path);
      else finished.set(path, { status, text, metadata });
    }
  }
  return { finished, attempts };
}
