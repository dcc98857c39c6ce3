import type { Refusal, RefusalRule } from "./change.ts";
import { edgesOf, itemAt } from "./graph.ts";
import { currentCheckpoint, nodeAt, type ReadonlyPlan, readySteps, stateAt } from "./progress.ts";
import { isFinal } from "./step-state.ts";

const named = 5;

/** Says no to an event: by which rule, and what is allowed instead (diagram.md 6). */
export function refuse(rule: RefusalRule, message: string): Refusal {
  return { ok: false, rule, message };
}

/** The event names a step that the plan does not have. */
export function unknownStep(plan: ReadonlyPlan, step: string): Refusal {
  return refuse("unknown-step", `plan "${plan.definition.id}" has no step "${step}". ${readyNow(plan)}`);
}

/** The step cannot start. */
export function notReady(plan: ReadonlyPlan, index: number): Refusal {
  return refuse(
    "not-ready",
    `step "${nodeAt(plan, index).id}" cannot start: ${standing(plan, index)}. ${readyNow(plan)}`,
  );
}

/** The step has nothing to finish, fail, ask or interrupt. */
export function notInProgress(plan: ReadonlyPlan, index: number): Refusal {
  const { id } = nodeAt(plan, index);
  return refuse("not-in-progress", `step "${id}" is not in progress: ${standing(plan, index)}. ${readyNow(plan)}`);
}

/** The attempt is over, or was never made. */
export function oldAttempt(plan: ReadonlyPlan, index: number, attempt: number): Refusal {
  const current = stateAt(plan, index).attempt;
  return refuse(
    "old-attempt",
    `step "${nodeAt(plan, index).id}" is at attempt ${current}; attempt ${attempt} changes nothing`,
  );
}

/** Names in quotes, at most a handful, so that a message about 100,000 steps stays one line. */
export function listed(names: readonly string[], total = names.length): string {
  const some = names.slice(0, named).map((name) => `"${name}"`);
  return total > some.length ? `${some.join(", ")} and ${total - some.length} more` : some.join(", ");
}

/** The unfinished steps that a pending step waits for. */
export function waitsFor(plan: ReadonlyPlan, index: number): string[] {
  const sources = new Set<string>();
  for (const edge of edgesOf(plan.graph.into, index)) {
    const { from } = itemAt(plan.definition.edges, edge);
    if (!isFinal(stateAt(plan, from).status)) sources.add(nodeAt(plan, from).id);
  }
  return [...sources];
}

function standing(plan: ReadonlyPlan, index: number): string {
  const { status, attempt, skipped } = stateAt(plan, index);
  switch (status) {
    case "pending": {
      const sources = waitsFor(plan, index);
      return sources.length === 0 ? "it has not been started" : `it waits for ${listed(sources)}`;
    }
    case "in_progress":
      return `attempt ${attempt} is in progress`;
    case "done":
      return "it is done and never runs again";
    case "skipped":
      return `it was skipped (${skipped}) and stays so`;
    case "waiting":
    case "blocked": {
      const checkpoint = currentCheckpoint(plan, index);
      const choices = listed((checkpoint?.choices ?? []).map(({ id }) => id));
      return `it is ${status} until a person answers checkpoint "${checkpoint?.id}" with ${choices}`;
    }
  }
}

function readyNow(plan: ReadonlyPlan): string {
  const { size } = plan.ready;
  return size === 0 ? "No step is ready" : `Ready now: ${listed(readySteps(plan, named), size)}`;
}
