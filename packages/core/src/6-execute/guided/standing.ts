import { openCheckpoints } from "../../plan/checkpoints.ts";
import { type Obstacle, outcomeOf } from "../../plan/outcome.ts";
import type { Checkpoint, SkipReason, StepStatus, StepType } from "../../plan/plan.ts";
import { type ReadonlyPlan, readySteps, stateAt } from "../../plan/progress.ts";
import type { RunStatus } from "../../store/store.ts";
import { type HandedStep, handOut } from "./hand-out.ts";

/** Names that an answer lists at most: a plan may have 10,000 steps. */
const listed = 20;

/** How a plan stands, in a few lines. */
export interface Standing {
  readonly plan: string;
  readonly run: string;
  /** `interrupted`: it can go on and nobody has it. */
  readonly status: RunStatus;
  readonly counts: Readonly<Record<StepStatus, number>>;
  /** The first of each; `counts` has all. */
  readonly ready: readonly string[];
  readonly inProgress: readonly { readonly step: string; readonly attempt: number }[];
  /** Questions that only a person answers. */
  readonly checkpoints: readonly Checkpoint[];
  readonly obstacles: readonly Obstacle[];
}

/** One step in a full account. */
export interface StepStanding {
  readonly id: string;
  readonly label: string;
  readonly type: StepType;
  readonly status: StepStatus;
  readonly attempt: number;
  readonly error?: string;
  readonly decision?: string;
  readonly skipped?: SkipReason;
}

export interface Account extends Standing {
  /** In diagram order, the first 500. */
  readonly steps: readonly StepStanding[];
  /** What is in progress, told once more to whoever has lost it. */
  readonly handedOut: readonly HandedStep[];
}

export function standingOf(plan: ReadonlyPlan, run: string, status: RunStatus): Standing {
  const outcome = outcomeOf(plan);
  return {
    plan: plan.definition.id,
    run,
    status,
    counts: { ...plan.counts },
    ready: readySteps(plan, listed),
    inProgress: inProgress(plan)
      .slice(0, listed)
      .map(({ id, index }) => ({ step: id, attempt: stateAt(plan, index).attempt })),
    checkpoints: openCheckpoints(plan).slice(0, listed),
    obstacles: outcome.status === "failed" ? outcome.obstacles.slice(0, listed) : [],
  };
}

export function accountOf(plan: ReadonlyPlan, standing: Standing, params: Readonly<Record<string, string>>): Account {
  const steps = plan.definition.nodes.slice(0, 500).map(({ id, label, type, index }): StepStanding => {
    const { status, attempt, error, label: decision, skipped } = stateAt(plan, index);
    return {
      id,
      label,
      type,
      status,
      attempt,
      ...(error === undefined ? {} : { error }),
      ...(decision === undefined ? {} : { decision }),
      ...(skipped === undefined ? {} : { skipped }),
    };
  });
  const handedOut = inProgress(plan)
    .slice(0, listed)
    .map((node) => handOut(plan, node, params));
  return { ...standing, steps, handedOut };
}

/** The nodes whose steps are in progress, in diagram order. */
export function inProgress(plan: ReadonlyPlan) {
  if (plan.counts.in_progress === 0) return [];
  return plan.definition.nodes.filter(({ index }) => stateAt(plan, index).status === "in_progress");
}
