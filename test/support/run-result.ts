import type { RunResult } from "@agent-markup/core";
import type { Finished } from "./project.ts";

/** What `aml run|resume|approve --json` printed. */
export function runResult(finished: Finished): RunResult {
  try {
    return JSON.parse(finished.stdout);
  } catch {
    throw new Error(`no JSON on stdout: ${JSON.stringify(finished)}`);
  }
}
