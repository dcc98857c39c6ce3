import { act } from "./answers.ts";
import type { PlanEvent, Refusal, Transition } from "./change.ts";
import { fail, interrupt } from "./fail.ts";
import { askGate, finish } from "./finish.ts";
import { canStart, nodeAt, type ReadonlyPlan, stateAt } from "./progress.ts";
import { notInProgress, notReady, oldAttempt, unknownStep } from "./refusals.ts";
import { start } from "./start.ts";

type StepEvent = Exclude<PlanEvent, { type: "answer" }>;

/** What an event does to a plan by the rules of diagram.md 5, or why it may not. Reads the plan and changes nothing. */
export function transition(plan: ReadonlyPlan, event: PlanEvent): Transition {
  if (event.type === "answer") return act(plan, event);
  const index = plan.graph.indexOf.get(event.step);
  if (index === undefined) return unknownStep(plan, event.step);
  return refusalOf(plan, index, event) ?? perform(plan, index, event);
}

function refusalOf(plan: ReadonlyPlan, index: number, event: StepEvent): Refusal | undefined {
  const { status, attempt } = stateAt(plan, index);
  if (event.type === "start") return canStart(plan, index) ? undefined : notReady(plan, index);
  if (status !== "in_progress") return notInProgress(plan, index);
  return event.type === "interrupt" || event.attempt === attempt ? undefined : oldAttempt(plan, index, event.attempt);
}

function perform(plan: ReadonlyPlan, index: number, event: StepEvent): Transition {
  const subject = { plan, node: nodeAt(plan, index), state: stateAt(plan, index) };
  switch (event.type) {
    case "start":
      return start(subject, event);
    case "finish":
      return finish(subject, event);
    case "fail":
      return fail(subject, event);
    case "ask":
      return askGate(subject, event);
    case "interrupt":
      return interrupt(subject, event);
  }
}
