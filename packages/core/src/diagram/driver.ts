import { applyChanges } from "../plan/apply.ts";
import type { Change, Effect, PlanEvent } from "../plan/change.ts";
import type { Checkpoint, PlanNode, StepOutput } from "../plan/plan.ts";
import { nextReady, nodeOf, type Plan } from "../plan/progress.ts";
import { transition } from "../plan/transition.ts";

/** What became of one attempt at a step. */
export type StepOutcome =
  | { readonly type: "done"; readonly output: StepOutput; readonly label?: string; readonly exitLoop?: boolean }
  | { readonly type: "failed"; readonly error: string; readonly retryable: boolean; readonly output?: StepOutput }
  /** Only a person can decide this gate. */
  | { readonly type: "ask"; readonly message: string; readonly output?: StepOutput }
  /** The signal ended it before it came to anything. */
  | { readonly type: "interrupted" };

/** What the driver needs of the world: durable writes, the work itself, answers, and time. */
export interface DriverPort {
  /** Writes durably, in one transaction, before anything is done about it. Throws when it cannot: the drive ends. */
  commit(changes: readonly Change[]): void;
  /** Never rejects for what the step did; a rejection is a fault of the runtime and ends the drive. */
  runStep(node: PlanNode, attempt: number, signal: AbortSignal): Promise<StepOutcome>;
  /** Checkpoints of this plan whose recorded answer has not been acted on. */
  answered(): readonly Checkpoint[];
  /** Calls back whenever an answer is recorded, by whomever: a branch that it opens need not wait for another's step. */
  onAnswer(listener: () => void): void;
  /** Milliseconds since 1970. */
  now(): number;
  /** How long to wait before a step that failed so often is tried again, in milliseconds. */
  backOff(failures: number): number;
  /** Resolves after `ms`, or at once when the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export interface DriveOptions {
  /** Steps that may run side by side, at least 1. */
  readonly maxParallel: number;
  readonly signal: AbortSignal;
}

/** `settled`: nothing more can run now. `aborted`: a person chose to end the run. `interrupted`: the signal did. */
export type DriveEnd = "settled" | "aborted" | "interrupted";

interface Arrival {
  readonly node: PlanNode;
  readonly attempt: number;
  readonly startedAt: number;
  readonly outcome: StepOutcome;
}

interface Claim {
  readonly step: string;
  readonly attempt: number;
}

/**
 * Drives a plan until nothing more can run: starts what is ready, in diagram order, feeds what comes of it to `transition`,
 * and writes each settlement together with the claim of the next step (diagram.md 5). It decides nothing itself.
 */
export async function drivePlan(plan: Plan, port: DriverPort, options: DriveOptions): Promise<DriveEnd> {
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  /** Steps that failed and wait for their next attempt. */
  const resting = new Set<string>();
  const arrivals: Arrival[] = [];
  let running = 0;
  let wake: () => void = () => {};
  /** Since the answers were last looked at. */
  let hasHeardAnswer = false;
  let fault: { readonly error: unknown } | null = null;
  let isAborted = false;
  let changes: Change[] = [];
  /** Claimed in `changes`, to be started once those are written. */
  let claims: Claim[] = [];

  const at = () => new Date(port.now()).toISOString();

  function take(event: PlanEvent): void {
    const result = transition(plan, event);
    if (!result.ok) throw new RangeError(result.message);
    applyChanges(plan, result.changes);
    for (const change of result.changes) changes.push(change);
    for (const effect of result.effects) note(effect);
  }

  function note(effect: Effect): void {
    switch (effect.type) {
      case "run":
        claims.push(effect);
        return;
      case "again":
        rest(effect.step, port.backOff(effect.failures));
        return;
      case "abort":
        isAborted = true;
        return;
      case "ask":
        return;
    }
  }

  function flush(): void {
    const written = changes;
    const due = claims;
    changes = [];
    claims = [];
    if (written.length > 0) port.commit(written);
    for (const { step, attempt } of due) launch(step, attempt);
  }

  function launch(step: string, attempt: number): void {
    running++;
    const node = nodeOf(plan, step);
    const startedAt = port.now();
    port.runStep(node, attempt, signal).then(
      (outcome) => {
        arrivals.push({ node, attempt, startedAt, outcome });
        wake();
      },
      (error: unknown) => {
        fault ??= { error };
        running--;
        wake();
      },
    );
  }

  /** Claims ready steps up to the limit; one that must not be repeated is claimed in a transaction of its own. */
  function claim(): void {
    while (running + claims.length < options.maxParallel) {
      const step = nextReady(plan, (ready) => !resting.has(ready));
      if (step === null) return;
      const isolated = !nodeOf(plan, step).idempotent;
      if (isolated) flush();
      take({ type: "start", step, at: at() });
      if (isolated) flush();
    }
  }

  function settle({ node, attempt, startedAt, outcome }: Arrival): void {
    running--;
    const settled = { step: node.id, attempt, at: at(), durationMs: Math.max(0, port.now() - startedAt) };
    switch (outcome.type) {
      case "done":
        take({ ...outcome, ...settled, type: "finish" });
        break;
      case "failed":
        take({ ...outcome, ...settled, type: "fail" });
        break;
      case "ask":
        take({ ...outcome, ...settled, type: "ask" });
        break;
      case "interrupted":
        take({ type: "interrupt", step: node.id, at: at() });
        break;
    }
  }

  /** For so long, not until a time of day: a clock that is set back must not keep a step from its next attempt. */
  function rest(step: string, ms: number): void {
    resting.add(step);
    port.wait(ms, signal).then(
      () => {
        resting.delete(step);
        wake();
      },
      (error: unknown) => {
        fault ??= { error };
        wake();
      },
    );
  }

  /** Waits for a step to arrive or to have rested, or for the signal, which ends both. */
  function nextThing(): Promise<void> {
    return new Promise((resolve) => {
      wake = resolve;
      if (arrivals.length > 0 || hasHeardAnswer || fault !== null) resolve();
    });
  }

  async function drain(): Promise<void> {
    stop.abort();
    while (running > 0) {
      if (arrivals.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      for (const arrival of arrivals.splice(0)) settle(arrival);
    }
  }

  /** Nobody else drives this plan: what is in progress was left behind by a driver that died. */
  function interruptLeftovers(): void {
    if (plan.counts.in_progress === 0) return;
    for (const { id, index } of plan.definition.nodes) {
      if (plan.steps[index]?.status === "in_progress") take({ type: "interrupt", step: id, at: at() });
    }
  }

  port.onAnswer(() => {
    hasHeardAnswer = true;
    wake();
  });
  try {
    interruptLeftovers();
    for (;;) {
      for (const arrival of arrivals.splice(0)) settle(arrival);
      hasHeardAnswer = false;
      for (const { id, answer } of port.answered()) {
        if (answer !== undefined) take({ type: "answer", checkpoint: id, answer, at: at() });
      }
      if (!options.signal.aborted && !isAborted && fault === null) claim();
      flush();
      if (options.signal.aborted || isAborted || fault !== null) break;
      if (running > 0 || resting.size > 0) await nextThing();
      else if (port.answered().length === 0) return "settled";
    }
  } catch (error) {
    fault ??= { error };
    changes = [];
    claims = [];
  }
  await drain();
  if (fault !== null) throw fault.error;
  flush();
  return isAborted ? "aborted" : "interrupted";
}
