import type { StepOutcome } from "../diagram/driver.ts";
import { crashPoint } from "../journal/crash-point.ts";
import type { PlanNode } from "../plan/plan.ts";
import type { ReadonlyPlan } from "../plan/progress.ts";
import type { AgentSessions } from "./agent-sessions.ts";
import type { AgentScope } from "./prepared.ts";
import type { RunJournal } from "./run-journal.ts";
import { agentGate, agentStep } from "./step-agent.ts";
import { isVerified, toolGateStep, toolStep } from "./step-block.ts";
import type { ToolGate } from "./tool-step.ts";

/** Where the steps of one plan run: what encloses them, and what they run with. */
export interface StepScope {
  readonly plan: ReadonlyPlan;
  readonly run: string;
  /** Path of the skill in the document. */
  readonly path: string;
  /** What the procedure is called, for prompts. */
  readonly procedure: string;
  readonly workspace: string;
  readonly params: Readonly<Record<string, string>>;
  readonly environment: readonly string[];
  readonly database: string | null;
  readonly stdin: string;
  readonly gate: ToolGate;
  readonly journal: RunJournal;
  /** Null when no agent is in scope. */
  readonly agent: (AgentScope & { readonly session: string }) | null;
  /** Asked about a gate that `agent` could not decide, before a person is; null where there is none. */
  readonly parent: StepScope["agent"];
  /** Null when no agent may be reached. */
  readonly sessions: AgentSessions | null;
  /** The agent in scope may decide gates. */
  readonly agentGates: boolean;
  /** Gates that it may not. */
  readonly gatesForPeople: ReadonlySet<string>;
}

/** One attempt at one step. */
export interface StepAttempt {
  readonly scope: StepScope;
  readonly node: PlanNode;
  readonly attempt: number;
  readonly signal: AbortSignal;
}

/** Runs one attempt at a step, by its type; it is done when what `verify` runs says so too (diagram.md 3). */
export async function runStep(step: StepAttempt): Promise<StepOutcome> {
  crashPoint("step-claimed");
  const performedAs = await performed(step);
  const { verify } = step.node;
  const outcome =
    performedAs.type === "done" && verify !== undefined ? await isVerified(step, verify, performedAs) : performedAs;
  crashPoint("step-performed");
  return outcome;
}

async function performed(step: StepAttempt): Promise<StepOutcome> {
  const { type, block, id } = step.node;
  switch (type) {
    case "tool":
    case "loop":
      return block === undefined ? agentStep(step) : toolStep(step, block);
    case "prompt":
    case "subagent":
    case "session":
      return agentStep(step);
    case "gate":
      return block === undefined ? agentGate(step) : toolGateStep(step, block);
    case "manual":
    case "pass":
      throw new RangeError(`a ${type} step is never run: ${id}`);
  }
}
