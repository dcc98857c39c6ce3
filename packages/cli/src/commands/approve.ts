import type { QuestionView } from "@agent-markup/core";
import { type AnswerFlags, answerCheckpoint } from "../answer-checkpoint.ts";
import { answerInAdvance } from "../answer-in-advance.ts";
import { type ExitCode, UsageError } from "../exit.ts";
import { checkpointText } from "../terminal/checkpoint-text.ts";
import type { Output } from "../terminal/output.ts";

export interface ApproveFlags extends AnswerFlags {
  readonly choose?: string;
  readonly reject?: boolean;
  readonly inAdvance?: boolean;
}

/** `aml approve RUN STEP|CHECKPOINT`: a person's answer (diagram.md 5, checkpoints). */
export function approve(id: string, step: string, flags: ApproveFlags, output: Output): Promise<ExitCode> {
  if (flags.inAdvance === true) return answerInAdvance(id, step, wantedChoice(flags), flags, output);
  return answerCheckpoint(id, step, flags, output, (run, checkpoint) => choiceOf(run, checkpoint, flags));
}

function wantedChoice({ choose, reject }: ApproveFlags): string {
  return reject === true ? "reject" : (choose ?? "approve");
}

function choiceOf(run: string, checkpoint: QuestionView, flags: ApproveFlags): string {
  const { choose, reject } = flags;
  const wanted = wantedChoice(flags);
  const found = checkpoint.choices.find(({ id, label }) =>
    [id, label].some((text) => text.toLowerCase() === wanted.trim().toLowerCase()),
  );
  if (found !== undefined) return found.id;
  throw new UsageError(
    choose === undefined && reject !== true
      ? `${checkpoint.step} needs a choice`
      : `"${wanted}" is no choice of ${checkpoint.step}`,
    checkpointText(run, checkpoint),
  );
}
