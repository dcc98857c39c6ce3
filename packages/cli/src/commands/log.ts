import { type Event, timelineLine } from "@agent-markup/core";
import { type ExitCode, exitCode } from "../exit.ts";
import { findRun } from "../find-run.ts";
import { openExistingStore } from "../open-runtime.ts";
import { findProject } from "../project.ts";
import type { Output } from "../terminal/output.ts";

/** `aml log RUN`: every event in order, a line each; as NDJSON with `--json` (DESIGN.md 10). */
export async function log(id: string, flags: { readonly json?: boolean }, output: Output): Promise<ExitCode> {
  const store = await openExistingStore(findProject(process.cwd()));
  try {
    for (const event of store.events(findRun(store, id).id)) {
      output.result(flags.json === true ? JSON.stringify(record(event)) : timelineLine(event));
    }
    return exitCode.done;
  } finally {
    store.close();
  }
}

function record({ seq, at, run, type, path, data }: Event) {
  return { seq, at, run, type, ...(path === undefined ? {} : { path }), data };
}
