import type { Change } from "../plan/change.ts";
import type { Checkpoint, CheckpointReason, Choice, PlanNode, StepOutput } from "../plan/plan.ts";

/** What became of one attempt at a step. */
export type StepOutcome =
  | { readonly type: "done"; readonly output: StepOutput; readonly label?: string; readonly exitLoop?: boolean }
  | { readonly type: "failed"; readonly error: string; readonly retryable: boolean; readonly output?: StepOutput }
  | {
      readonly type: "ask";
      readonly reason: CheckpointReason;
      readonly message: string;
      readonly choices: readonly Choice[];
    }
  /** The signal ended it; it runs again as the next attempt when the run is resumed. */
  | { readonly type: "interrupted" };

/** What the driver needs of the world: durable writes, the work itself, answers, and time. */
export interface DriverPort {
  /** Writes durably, in one transaction, before anything is done about it. Throws when it cannot: the drive ends. */
  commit(changes: readonly Change[]): void;
  /** Never rejects for what the step did; a rejection is a fault of the runtime and ends the drive. */
  runStep(node: PlanNode, attempt: number, signal: AbortSignal): Promise<StepOutcome>;
  /** Checkpoints of this plan that a person has answered since they were last asked for. */
  answered(): readonly Checkpoint[];
  now(): number;
  /** How long to wait before a step that failed so often is tried again, in milliseconds. */
  backOff(failures: number): number;
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export interface DriveOptions {
  readonly maxParallel: number;
  readonly signal: AbortSignal;
}

/** A person chose to end the run at a checkpoint. */
export type DriveEnd = "settled" | "aborted" | "interrupted";
