import type { PermissionPolicy } from "../5-authorise/permission.ts";
import type { Event } from "../journal/events.ts";
import type { Store } from "../store/store.ts";
import type { AgentSessions } from "./agent-sessions.ts";
import type { Background } from "./background.ts";
import type { Budget } from "./budget.ts";
import type { Clock } from "./clock.ts";
import type { Handler } from "./handler.ts";
import type { NodeResult } from "./node-result.ts";
import type { RunJournal } from "./run-journal.ts";
import type { Tasks } from "./tasks.ts";
import type { ToolGate } from "./tool-step.ts";

/** What every element of one run is executed with. */
export interface ExecuteContext {
  readonly store: Store;
  readonly journal: RunJournal;
  readonly gate: ToolGate;
  /** Null when no agent may be reached. */
  readonly sessions: AgentSessions | null;
  readonly permissions: PermissionPolicy | null;
  readonly handlers: ReadonlyMap<string, Handler>;
  readonly clock: Clock;
  readonly maxParallel: number;
  readonly maxDepth: number;
  /** The agent in scope may decide gates. */
  readonly agentGates: boolean;
  readonly tasks: Tasks;
  readonly budget: Budget;
  readonly background: Background;
  /** What was finished before this drive, by path: never run again. */
  readonly finished: ReadonlyMap<string, NodeResult>;
  readonly workspace: string;
  /** What the procedure is called, for prompts. */
  readonly procedure: string;
  readonly params: Readonly<Record<string, string>>;
  readonly environment: readonly string[];
  readonly database: string | null;
}

/** The results that a journal holds, by path; a node that failed is run again. */
export function finishedNodes(events: Iterable<Event>): ReadonlyMap<string, NodeResult> {
  const finished = new Map<string, NodeResult>();
  for (const event of events) {
    if (event.type !== "node.finished" || event.path === undefined) continue;
    const { status, text, metadata = {} } = event.data;
    if (status === "failed") finished.delete(event.path);
    else finished.set(event.path, { status, text, metadata });
  }
  return finished;
}
