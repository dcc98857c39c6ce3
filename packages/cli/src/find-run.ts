import type { RunSummary, Store } from "@agent-markup/core";
import { UsageError } from "./exit.ts";
import { commandName } from "./terminal/command-name.ts";

/** The run that an id, or the beginning of one, names. */
export function findRun(store: Store, id: string): RunSummary {
  const runs = store.listRuns();
  const exact = runs.find((run) => run.id === id);
  if (exact !== undefined) return exact;
  const matches = id === "" ? [] : runs.filter((run) => run.id.startsWith(id));
  const [only] = matches;
  if (only === undefined)
    throw new UsageError(`there is no run "${id}"`, `${commandName()} status lists the runs of this project`);
  if (matches.length > 1)
    throw new UsageError(`"${id}" is the beginning of ${matches.length} runs`, matches.map((run) => run.id).join(", "));
  return only;
}
