import type { TrustLevel } from "../5-authorise/trust.ts";
import type { BudgetLimits } from "./budget.ts";

/** What a run is started with, beside its document. */
export interface RunOptions {
  /** There is no default. */
  readonly trust: TrustLevel;
  /** Held against what the document declares in its front matter, and filled up with defaults (language.md 7.5). */
  readonly params?: Readonly<Record<string, string>>;
  /** The run's id, if the host wants to know it before it begins. */
  readonly id?: string;
  /** Names the plan of the document's one diagram, over its own `design-id`; an unfinished plan is gone on with (diagram.md 1). */
  readonly designId?: string;
  /** A finished plan under a chosen id does not stand in the way of another. */
  readonly newPlan?: boolean;
  readonly maxParallel?: number;
  /** Whether the agent in scope may decide gates that no tool does; true when left out (diagram.md 3, gate). */
  readonly agentGates?: boolean;
  /** Of the whole run, each drive of it anew. */
  readonly budget?: BudgetLimits;
  /** The agent that the host has serve every name; kept, so that whoever resumes the run can do the same. */
  readonly agent?: string;
  readonly signal?: AbortSignal;
}

export interface ResumeOptions {
  readonly signal?: AbortSignal;
  /** What the document's file says now; another text than the run's is refused. */
  readonly currentText?: string;
}
