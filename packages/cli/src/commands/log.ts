import { setTimeout as wait } from "node:timers/promises";
import { type Event, type Store, statusNow, timelineLine } from "@agent-markup/core";
import { type ExitCode, exitCode } from "../exit.ts";
import { findRun } from "../find-run.ts";
import { openExistingStore } from "../open-runtime.ts";
import { findProject } from "../project.ts";
import { commandName } from "../terminal/command-name.ts";
import type { Output } from "../terminal/output.ts";

export interface LogFlags {
  readonly json?: boolean;
  readonly follow?: boolean;
}

/** How often a followed run is looked at, in milliseconds. */
const lookMs = 200;

/** `aml log RUN`: every event in order, a line each; as NDJSON with `--json` (DESIGN.md 10). */
export async function log(id: string, flags: LogFlags, output: Output): Promise<ExitCode> {
  const store = await openExistingStore(findProject(process.cwd()));
  try {
    const run = findRun(store, id).id;
    const tell = (event: Event) =>
      output.result(flags.json === true ? JSON.stringify(record(event)) : timelineLine(event));
    if (flags.follow === true) await followEvents(store, run, tell, output);
    else for (const event of store.events(run)) tell(event);
    return exitCode.done;
  } finally {
    store.close();
  }
}

/** Tells events as they come, until the run has ended or nobody drives it any more. */
async function followEvents(store: Store, run: string, tell: (event: Event) => void, output: Output): Promise<void> {
  let told = 0;
  for (;;) {
    // Before the events: what ended in between is told in the last round.
    const record = store.getRun(run);
    for (const event of store.events(run, told)) {
      tell(event);
      told = event.seq;
    }
    const status = record === null ? "done" : statusNow(record);
    if (status === "interrupted" && record?.status === "running")
      output.progress(`aml: nobody drives run ${run} any more; ${commandName()} resume ${run} goes on with it`);
    if (status !== "running") return;
    await wait(lookMs);
  }
}

function record({ seq, at, run, type, path, data }: Event) {
  return { seq, at, run, type, ...(path === undefined ? {} : { path }), data };
}
