import type { PermissionPolicy } from "../5-authorise/permission.ts";
import type { Store } from "../store/store.ts";
import type { AgentSessions } from "./agent-sessions.ts";
import type { Approvals } from "./approvals.ts";
import type { Background } from "./background.ts";
import type { Budget } from "./budget.ts";
import type { Clock } from "./clock.ts";
import type { Handler } from "./handler.ts";
import type { NodesBefore } from "./nodes-before.ts";
import type { RunJournal } from "./run-journal.ts";
import type { Tasks } from "./tasks.ts";
import type { ToolGate } from "./tool-step.ts";

/** What every element of one run is executed with. */
export interface ExecuteContext {
  readonly store: Store;
  readonly journal: RunJournal;
  readonly gate: ToolGate;
  readonly approvals: Approvals;
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
  /** What earlier drives of the run came to. */
  readonly before: NodesBefore;
  readonly workspace: string;
  /** What the procedure is called, for prompts. */
  readonly procedure: string;
  readonly params: Readonly<Record<string, string>>;
  readonly environment: readonly string[];
  readonly database: string | null;
}
