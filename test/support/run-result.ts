import type { RunResult } from "@agent-markup/core";
import type { Finished } from "./project.ts";
import { published } from "./published.ts";

/** What `aml run|resume|approve|status RUN --json` printed, which has to be of the published shape. */
export function runResult(finished: Finished): RunResult {
  if (!finished.stdout.startsWith("{")) throw new Error(`no JSON on stdout: ${JSON.stringify(finished)}`);
  return published("run-result.schema.json", finished);
}
