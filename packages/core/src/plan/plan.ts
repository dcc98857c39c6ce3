import type { ToolSet } from "../5-authorise/tool-set.ts";

/** diagram.md 3. */
export type StepType = "prompt" | "subagent" | "session" | "tool" | "manual" | "gate" | "loop" | "pass";

/** diagram.md 5. */
export type StepStatus = "pending" | "in_progress" | "done" | "skipped" | "blocked" | "waiting";

export type EdgeState = "open" | "live" | "dead";

/** Why a step was skipped: it decides whether its edges out die (`routed`, `cancelled`) or live. */
export type SkipReason = "routed" | "loop_exit" | "waived" | "cancelled";

/** A command or statement that the runtime itself runs: exactly as written, never assembled (diagram.md 3, values). */
export interface ToolBlock {
  /** `bash`, `sql`, or the one tool that a json block holds the arguments of. */
  readonly tool: string;
  readonly text: string;
  /** `db=` of a sql fence. */
  readonly database?: string;
}

/** One step: a node of the diagram joined with its `<step>` or `<node>`. */
export interface PlanNode {
  readonly id: string;
  /** Place in `PlanDefinition.nodes`. */
  readonly index: number;
  readonly label: string;
  readonly shape: string;
  readonly type: StepType;
  readonly group?: string;
  readonly brief: string;
  readonly block?: ToolBlock;
  /** The effective constraint: the enclosing one narrowed by the step's `tools`. */
  readonly tools: ToolSet;
  readonly model?: string;
  readonly session?: string;
  /** Pass of an expanded loop or cycle, from 1; with `maxIter`. A loop inside a cycle counts its own passes. */
  readonly iter?: number;
  readonly maxIter?: number;
  /** The id in the diagram when a loop or cycle was copied. */
  readonly origin: string;
  readonly onExhaust: "continue" | "checkpoint";
  readonly retries: number;
  readonly timeoutMs?: number;
  /** False: found interrupted, it is not started again without a person's word. */
  readonly idempotent: boolean;
  readonly verify?: string;
}

export interface PlanEdge {
  readonly index: number;
  /** Node indexes; `to` is null for a gate's edge to `[*]`. */
  readonly from: number;
  readonly to: number | null;
  readonly label: string | null;
  readonly kind: "solid" | "thick" | "dotted";
  /** The label means: decided when no other label matches (`default`, `else`, `otherwise`). */
  readonly fallback: boolean;
  /** The closing edge of the last pass of a bounded cycle (`to` is null): choosing it asks a person. */
  readonly exhausted?: boolean;
}

export interface StepOutput {
  readonly text: string;
  /** Where the text parses as JSON. */
  readonly json?: unknown;
  /** Bytes that were cut off the middle when the text passed its bound. */
  readonly truncated?: number;
}

export interface Choice {
  readonly id: string;
  readonly label: string;
}

export type CheckpointReason = "manual" | "gate" | "blocked" | "stuck" | "exhausted" | "interrupted";

/** A question to a person; its id is unique per step and attempt, and it is answered once (diagram.md 5). */
export interface Checkpoint {
  readonly id: string;
  readonly plan: string;
  readonly step: string;
  readonly attempt: number;
  readonly reason: CheckpointReason;
  readonly message: string;
  readonly choices: readonly Choice[];
  readonly askedAt: string;
  readonly answer?: Answer;
}

export interface Answer {
  readonly choice: string;
  readonly actor: string;
  readonly note?: string;
  readonly at: string;
}

/** What a step has come to. */
export interface StepState {
  readonly status: StepStatus;
  /** 0 before the first start. */
  readonly attempt: number;
  /** Attempts that count against `retries`: a retry asked for by a person starts from 0 again. */
  readonly failures: number;
  readonly startedAt?: string;
  readonly durationMs?: number;
  readonly output?: StepOutput;
  readonly error?: string;
  readonly label?: string;
  readonly skipped?: SkipReason;
}

export interface PlanDefinition {
  readonly id: string;
  readonly mode: "simple" | "advanced";
  /** SHA-256 of the diagram's text and of the steps: what a re-plan is told by. */
  readonly hash: string;
  readonly diagram: string;
  readonly nodes: readonly PlanNode[];
  readonly edges: readonly PlanEdge[];
}
