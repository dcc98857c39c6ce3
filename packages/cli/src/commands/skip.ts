import { type AnswerFlags, answerCheckpoint } from "../answer-checkpoint.ts";
import { remedyOf } from "../blocked-step.ts";
import type { ExitCode } from "../exit.ts";
import type { Output } from "../terminal/output.ts";

/** `aml skip RUN STEP`: the run is to go on without a step that failed for good (diagram.md 5, blocked). */
export function skip(id: string, step: string, flags: AnswerFlags, output: Output): Promise<ExitCode> {
  return answerCheckpoint(id, step, flags, output, (run, checkpoint) => remedyOf(run, checkpoint, "waive"));
}
