import type { Answer, Checkpoint, EdgeState, SkipReason, StepOutput, StepStatus } from "./plan.ts";

/** What has happened to a plan: the input of `transition`. Clock and durations are passed in, so that it is pure. */
export type PlanEvent =
  /** The driver claims a ready step; `attempt` follows from the plan. A `pass` is done and a `manual` step asks at once. */
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
  /** Nothing and nobody but a person can decide this gate; its labels become the choices. */
  | {
      readonly type: "ask";
      readonly step: string;
      readonly attempt: number;
      readonly at: string;
      readonly durationMs: number;
      readonly message: string;
      readonly output?: StepOutput;
    }
  /** A person's answer, recorded beforehand, is acted on. */
  | { readonly type: "answer"; readonly checkpoint: string; readonly answer: Answer; readonly at: string }
  /** Found in progress under a lease that nobody holds any more. */
  | { readonly type: "interrupt"; readonly step: string; readonly at: string };

/** A step changes its status. It is told whole: `stateAfter` makes the new state of it, keeping only the start's time. */
export interface StepChange {
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
  /** The decided label of a gate, as the diagram spells it. */
  readonly label?: string;
  readonly skipped?: SkipReason;
  readonly note?: string;
  /** Why a step went back to pending. */
  readonly again?: "retry" | "interrupted" | "answer";
}

/** One write. Order matters: a step settles first, then its edges, then the skips that follow from them. */
export type Change =
  | StepChange
  | { readonly type: "edge"; readonly index: number; readonly state: Exclude<EdgeState, "open"> }
  /** A checkpoint opens; the change of its step comes before it. */
  | { readonly type: "checkpoint"; readonly checkpoint: Checkpoint }
  /** A checkpoint's answer is acted on; comes before what follows from it. A store holds that answer already. */
  | { readonly type: "answer"; readonly checkpoint: string; readonly answer: Answer };

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
  | Refusal;

/** The event breaks a rule of diagram.md 5: which, what is wrong, and what is allowed instead. */
export interface Refusal {
  readonly ok: false;
  readonly rule: RefusalRule;
  readonly message: string;
}

export type RefusalRule =
  | "unknown-step"
  | "not-ready"
  | "not-in-progress"
  | "old-attempt"
  | "gate-needs-label"
  | "label-without-gate"
  | "exit-without-loop"
  | "ask-without-gate"
  | "unknown-checkpoint"
  | "already-answered"
  | "checkpoint-closed"
  | "no-such-choice";
