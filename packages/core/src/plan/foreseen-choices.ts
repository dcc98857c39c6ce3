import { decisions, exhaustion, labelChoices } from "./checkpoints.ts";
import { labelsOf } from "./gates.ts";
import { asksWhenExhausted } from "./loops.ts";
import type { Checkpoint, CheckpointReason, Choice } from "./plan.ts";
import { nodeAt, type ReadonlyPlan } from "./progress.ts";

/** What a step may ask a person by what it is, rather than because something went wrong; empty for most. */
export function foreseenChoices(plan: ReadonlyPlan, index: number): readonly Choice[] {
  const node = nodeAt(plan, index);
  if (node.type === "manual") return decisions;
  if (node.type === "gate") return labelChoices(labelsOf(plan, index));
  return asksWhenExhausted(node) ? exhaustion : [];
}

const foreseenReasons: ReadonlySet<CheckpointReason> = new Set(["manual", "gate", "exhausted"]);

/** Whether an answer that was given in advance is to this question: only of the first attempt, which asks once (diagram.md 5). */
export function isForeseen({ attempt, reason }: Checkpoint): boolean {
  return attempt === 1 && foreseenReasons.has(reason);
}
