import type { Checkpoint, CheckpointReason, Choice, EdgeState, SkipReason, StepOutput, StepStatus } from "./plan.ts";

/** What has happened to a plan: the input of `transition`. Clock and durations are passed in, so that it is pure. */
export type PlanEvent =
  /** The driver claims a ready step; `attempt` follows from the plan. */
  | { readonly type: "start"; readonly step: string; readonly at: string }
  | {
      readonly type: "finish";
      readonly step: string;
      readonly attempt: number;
      readonly at: string;
      readonly durationMs: number;
      readonly output: StepOutput;
      /** A gate's answer; one that matches no label (and no fallback) opens a checkpoint. */
      readonly label?: string;
      /** The body of a loop asked to end it early. */
      readonly exitLoop?: boolean;
    }
  | {
      readonly type: "fail";
      readonly step: string;
      readonly attempt: number;
      readonly at: string;
      readonly durationMs: number;
      readonly error: string;
      readonly output?: StepOutput;
      /** False for failures that another attempt cannot mend (denied, policy violation). */
      readonly retryable: boolean;
    }
  /** A person is needed before this step can settle (a manual step, an agent that could not decide a gate). */
  | {
      readonly type: "ask";
      readonly step: string;
      readonly attempt: number;
      readonly at: string;
      readonly reason: CheckpointReason;
      readonly message: string;
      readonly choices: readonly Choice[];
    }
  /** A recorded answer is acted on. */
  | {
      readonly type: "answer";
      readonly checkpoint: string;
      readonly choice: string;
      readonly at: string;
      readonly note?: string;
    }
  /** Found in progress under a lease that nobody holds any more. */
  | { readonly type: "interrupt"; readonly step: string; readonly at: string };

/** One write. Order matters: a step settles first, then its edges, then the skips that follow from them. */
export type Change =
  | {
      readonly type: "step";
      readonly step: string;
      readonly index: number;
      readonly from: StepStatus;
      readonly to: StepStatus;
      readonly attempt: number;
      readonly failures: number;
      readonly at: string;
      readonly durationMs?: number;
      readonly output?: StepOutput;
      readonly error?: string;
      readonly label?: string;
      readonly skipped?: SkipReason;
      readonly note?: string;
      /** Why a step went back to pending. */
      readonly again?: "retry" | "interrupted" | "answer";
    }
  | { readonly type: "edge"; readonly index: number; readonly state: Exclude<EdgeState, "open"> }
  | { readonly type: "checkpoint"; readonly checkpoint: Checkpoint };

/** What the driver is to do next; data, so that rules are tested without a process. */
export type Effect =
  | { readonly type: "run"; readonly step: string; readonly attempt: number }
  | { readonly type: "ask"; readonly checkpoint: Checkpoint }
  /** A failed attempt is to be tried again: back-off is the driver's. */
  | { readonly type: "again"; readonly step: string; readonly failures: number }
  /** A person chose to abort. */
  | { readonly type: "abort" };

export type Transition =
  | { readonly ok: true; readonly changes: readonly Change[]; readonly effects: readonly Effect[] }
  /** The event breaks a rule of diagram.md 5: what is wrong and what is allowed instead. */
  | { readonly ok: false; readonly rule: string; readonly message: string };
