import type { Change, Effect, StepChange } from "./change.ts";
import { foldLabel } from "./labels.ts";
import type { Checkpoint, CheckpointReason, Choice, PlanNode } from "./plan.ts";
import type { ReadonlyPlan } from "./progress.ts";

/** Choices of a manual step. */
export const decisions: readonly Choice[] = [choice("approve", "Approve"), choice("reject", "Reject")];

/** Choices where the last pass of a loop is used up. */
export const exhaustion: readonly Choice[] = [
  choice("continue", "Go on as it is"),
  choice("cancel", "Cancel this branch"),
  choice("abort", "Abort the run"),
];

/** Choices for a step that failed for good or may have half happened (diagram.md 5). */
export function remedies(node: PlanNode): readonly Choice[] {
  // A gate that is waived would make every branch live: there is no label to go by.
  const waive = node.type === "gate" ? [] : [choice("waive", "Go on without it")];
  return [
    choice("retry", "Try again"),
    ...waive,
    choice("cancel", "Cancel this branch"),
    choice("abort", "Abort the run"),
  ];
}

/** A gate's labels as choices. */
export function labelChoices(labels: readonly string[]): readonly Choice[] {
  return labels.map((label) => choice(label, label));
}

/** A step stops for a person: its change, the checkpoint, and the question as an effect. */
export function stopFor(
  plan: ReadonlyPlan,
  change: StepChange,
  reason: CheckpointReason,
  message: string,
  choices: readonly Choice[],
): { readonly changes: Change[]; readonly effects: Effect[] } {
  const { step, attempt, at } = change;
  const checkpoint: Checkpoint = {
    id: checkpointId(plan.definition.id, step, attempt, reason),
    plan: plan.definition.id,
    step,
    attempt,
    reason,
    message,
    choices,
    askedAt: at,
  };
  return { changes: [change, { type: "checkpoint", checkpoint }], effects: [{ type: "ask", checkpoint }] };
}

/** Unique, since an attempt meets each reason at most once, and the same in a replay. */
export function checkpointId(plan: string, step: string, attempt: number, reason: CheckpointReason): string {
  return `${plan}::${step}#${attempt}:${reason}`;
}

/** The choice that an answer names; compared like labels, since the choices at a gate are its labels. */
export function choiceOf({ choices }: Pick<Checkpoint, "choices">, answer: string): Choice | undefined {
  return choices.find(({ id }) => foldLabel(id) === foldLabel(answer));
}

/** The checkpoints that nobody has answered yet, in the order they opened. */
export function openCheckpoints(plan: ReadonlyPlan): Checkpoint[] {
  return current(plan).filter(({ answer }) => answer === undefined);
}

/** The checkpoints whose recorded answer has not been acted on yet: what a resumed run begins with. */
export function answeredCheckpoints(plan: ReadonlyPlan): Checkpoint[] {
  return current(plan).filter(({ answer }) => answer !== undefined);
}

function current({ current, checkpoints }: ReadonlyPlan): Checkpoint[] {
  return [...current.values()].flatMap((id) => checkpoints.get(id) ?? []);
}

function choice(id: string, label: string): Choice {
  return { id, label };
}
