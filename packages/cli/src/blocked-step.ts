import type { QuestionView } from "@agent-markup/core";
import { UsageError } from "./exit.ts";
import { checkpointText } from "./terminal/checkpoint-text.ts";

/** What `retry` and `skip` answer; a step that waits for something else, or that may not be waived, is refused. */
export function remedyOf(run: string, checkpoint: QuestionView, remedy: "retry" | "waive"): string {
  const { step, choices, reason } = checkpoint;
  if (choices.some(({ id }) => id === remedy) && reason !== "gate") return remedy;
  const isBlocked = reason === "blocked" || reason === "interrupted";
  const why = isBlocked ? "a gate is not skipped: nobody could tell which branch to take" : "it waits for a decision";
  throw new UsageError(
    `${step} cannot be ${remedy === "retry" ? "tried again" : "skipped"}: ${why}`,
    checkpointText(run, checkpoint),
  );
}
