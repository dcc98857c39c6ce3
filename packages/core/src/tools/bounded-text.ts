import { Readable } from "node:stream";
import type { StepOutput } from "../plan/plan.ts";
import { captureOutput } from "../process/capture.ts";

/** A text as a step's output: its beginning and its end, when it is longer than the limit in bytes. */
export async function boundedText(text: string, limitBytes: number): Promise<StepOutput> {
  if (Buffer.byteLength(text) <= limitBytes) return { text };
  const capture = captureOutput(Readable.from([Buffer.from(text)]), limitBytes);
  await capture.ended;
  const { text: kept, cutBytes } = capture.output();
  return { text: kept, truncated: cutBytes };
}
