import type { PermissionDecision, PermissionRequest } from "../5-authorise/permission.ts";
import type { AgentEvent, TurnOutcome } from "../agent/agent.ts";
import type { RecordingUse } from "../agent/recording.ts";
import type { Answer, Checkpoint, SkipReason, StepOutput } from "../plan/plan.ts";
import type { Approval, ApprovalClosing } from "./approvals.ts";

/** Tool lists as they are written down: sorted, `allowed` null for everything. */
export interface ToolLists {
  readonly allowed: readonly string[] | null;
  readonly denied: readonly string[];
}

interface StepReference {
  readonly plan: string;
  readonly step: string;
  readonly attempt: number;
}

/** A step's new status with what it came to; together with the time it tells a `StepChange` whole. */
interface StepReport extends StepReference {
  /** Attempts that count against `retries`; none when left out. */
  readonly failures?: number;
  readonly durationMs?: number;
  readonly output?: StepOutput;
  readonly error?: string;
  readonly label?: string;
  readonly note?: string;
}

/** What each kind of event tells: the whole story of a run, in one closed table (DESIGN.md 3.2). */
export interface EventData {
  "run.started": {
    readonly file: string;
    /** SHA-256 of the document's text. */
    readonly hash: string;
    readonly trust: string;
    /** Label of the permission policy; null when the run needs none. */
    readonly permissions: string | null;
    readonly params: Readonly<Record<string, string>>;
    /** Its agents' turns are recorded there, or served from there: then no agent is started. */
    readonly recording?: RecordingUse;
    /** SHA-256 of everything the store keeps to resume the run by, so that a changed one is found. */
    readonly record?: string;
  };
  "run.resumed": { readonly driver: string; readonly permissions: string | null };
  "run.finished": {
    readonly status: "done" | "failed" | "waiting" | "cancelled" | "interrupted";
    readonly output: StepOutput;
    readonly error?: { readonly code: string; readonly message: string; readonly path?: string };
  };
  /** A person, or the host, wants the run to end for good; whoever drives it ends it in order. */
  "cancel.requested": { readonly actor: string };
  "node.started": {
    readonly name: string;
    readonly implementation?: string;
    /** Package of the implementation, and SHA-256 of its definition as it was written. */
    readonly package?: string;
    readonly hash?: string;
    /** Where the element stands; lines and columns from 1. */
    readonly source?: { readonly file: string; readonly line: number; readonly column: number };
    readonly tools: ToolLists;
  };
  "node.finished": {
    readonly name: string;
    readonly status: "success" | "failed" | "skipped" | "partial";
    readonly durationMs: number;
    readonly text: string;
    readonly error?: string;
    readonly metadata?: Readonly<Record<string, unknown>>;
  };
  /** An attempt failed and is tried again; `attempt` is the one that failed. */
  "node.retried": {
    readonly name: string;
    readonly attempt: number;
    readonly error: string;
    readonly waitMs: number;
  };
  "plan.frozen": {
    readonly plan: string;
    readonly mode: "simple" | "advanced";
    readonly hash: string;
    readonly steps: readonly { readonly id: string; readonly label: string; readonly type: string }[];
    readonly edges: number;
    /** SHA-256 of the definition as the store keeps it, so that a changed one is found. */
    readonly definition?: string;
  };
  "step.started": StepReport;
  "step.done": StepReport & { readonly durationMs: number; readonly output: StepOutput };
  "step.skipped": StepReport & { readonly reason: SkipReason };
  "step.blocked": StepReport & { readonly durationMs: number; readonly error: string };
  /** Carries what a gate or the last pass of a loop came to, since a person decides on it and it is kept. */
  "step.waiting": StepReport;
  "step.pending": StepReport & { readonly again: "retry" | "interrupted" | "answer" };
  "checkpoint.opened": { readonly checkpoint: Checkpoint };
  "checkpoint.answered": {
    readonly plan: string;
    readonly step: string;
    readonly checkpoint: string;
    readonly answer: Answer;
  };
  /** A person is asked about what stands in the document, beside its plans (language.md 7.5, agents.md 2). */
  "approval.asked": { readonly approval: Approval };
  "approval.answered": { readonly approval: string; readonly answer: Answer };
  /** Nobody needs the answer any more. */
  "approval.closed": { readonly approval: string; readonly reason: ApprovalClosing };
  /** A person's answer to a question that the first attempt of a step may ask; used when it does. */
  "checkpoint.anticipated": { readonly plan: string; readonly step: string; readonly answer: Answer };
  "tool.finished": StepReference & {
    readonly tool: string;
    readonly exitCode: number | null;
    readonly signal: string | null;
    readonly durationMs: number;
    readonly stderr: string;
  };
  "agent.opened": {
    readonly agent: string;
    /** The name that the session bears in this run, in every event of it. */
    readonly session: string;
    /** The agent's own id of it, by which it can be gone on with. */
    readonly agentSession: string;
    readonly model?: string;
    readonly tools: ToolLists;
    /** Name of the session in the document; one that serves a single step has none. */
    readonly conversation?: string;
    /** The session it goes on with: the agent brought it back, or a new one is told what was replied there, and why. */
    readonly continues?: {
      readonly session: string;
      readonly by: "agent" | "retelling";
      readonly reason?: string;
    };
  };
  /** `hash` is the same for the same question in any run (docs/adr/0019). */
  "agent.prompted": { readonly session: string; readonly prompt: string; readonly hash?: string };
  "agent.event": { readonly session: string; readonly event: AgentEvent };
  "agent.replied": { readonly session: string; readonly outcome: TurnOutcome };
  "permission.decided": {
    readonly request: PermissionRequest;
    readonly decision: PermissionDecision;
    readonly policy: string;
    readonly tools: ToolLists;
  };
  "note.recorded": { readonly code: string; readonly message: string };
}

export type EventType = keyof EventData;

/** An event about to be appended; the journal gives it its number, time and hash. */
export type EventBody = {
  [Type in EventType]: { readonly type: Type; readonly path?: string; readonly data: EventData[Type] };
}[EventType];

/** A recorded event. `seq` counts from 1 within its run; `hash` chains it to the one before (agents.md 3). */
export type Event = EventBody & {
  readonly seq: number;
  readonly at: string;
  readonly run: string;
  readonly hash: string;
};

/** Proves at compile time that a switch over a closed union is complete. */
export function never(value: never): never {
  throw new TypeError(`unexpected value ${JSON.stringify(value)}`);
}
