import { applyChanges } from "../plan/apply.ts";
import type { Change, Effect, PlanEvent, Refusal } from "../plan/change.ts";
import type { StepStatus } from "../plan/plan.ts";
import { nextReady, nodeOf, type Plan, type ReadonlyPlan, stateOf } from "../plan/progress.ts";
import { transition } from "../plan/transition.ts";

/** The time of everything in a walk. */
export const walkTime = "2026-05-04T03:02:01.000Z";

type Details<Type extends PlanEvent["type"]> = Partial<Extract<PlanEvent, { type: Type }>>;

/** Sends an event and applies what follows; a refusal is a fault of the test. */
export function send(
  plan: Plan,
  event: PlanEvent,
): { readonly changes: readonly Change[]; readonly effects: readonly Effect[] } {
  const result = transition(plan, event);
  if (!result.ok) throw new Error(`refused (${result.rule}): ${result.message}`);
  applyChanges(plan, result.changes);
  return result;
}

/** Sends an event that must be refused, and gives the refusal. */
export function refusalOf(plan: ReadonlyPlan, event: PlanEvent): Refusal {
  const result = transition(plan, event);
  if (result.ok) throw new Error(`"${event.type}" was allowed`);
  return result;
}

export function starting(step: string): PlanEvent {
  return { type: "start", step, at: walkTime };
}

/** The current attempt succeeds with its own id as output. */
export function finishing(plan: ReadonlyPlan, step: string, details: Details<"finish"> = {}): PlanEvent {
  const { attempt } = stateOf(plan, step);
  return { type: "finish", step, attempt, at: walkTime, durationMs: 5, output: { text: `${step} out` }, ...details };
}

/** The current attempt fails in a way that another could mend. */
export function failing(plan: ReadonlyPlan, step: string, details: Details<"fail"> = {}): PlanEvent {
  const { attempt } = stateOf(plan, step);
  return { type: "fail", step, attempt, at: walkTime, durationMs: 5, error: "it broke", retryable: true, ...details };
}

/** Ada answers. */
export function answering(checkpoint: string, choice: string, note?: string): PlanEvent {
  const answer = { choice, actor: "ada", at: walkTime, ...(note === undefined ? {} : { note }) };
  return { type: "answer", checkpoint, answer, at: walkTime };
}

/** Runs a plan one step at a time in diagram order, gates by the labels given, and tells the order it ran in. */
export function runThrough(plan: Plan, labels: Readonly<Record<string, string>> = {}): string[] {
  const order: string[] = [];
  for (let step = nextReady(plan); step !== null; step = nextReady(plan)) {
    order.push(step);
    send(plan, starting(step));
    if (stateOf(plan, step).status !== "in_progress") continue;
    const label = nodeOf(plan, step).type === "gate" ? { label: labels[step] ?? "" } : {};
    send(plan, finishing(plan, step, label));
  }
  return order;
}

/** The status of every step. */
export function statusesOf({ definition, steps }: ReadonlyPlan): Record<string, StepStatus> {
  return Object.fromEntries(definition.nodes.map(({ id, index }) => [id, steps[index]?.status ?? "pending"]));
}
