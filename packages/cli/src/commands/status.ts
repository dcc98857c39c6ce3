import { type RunSummary, resultOf, type Store, statusNow } from "@agent-markup/core";
import { type ExitCode, exitCode } from "../exit.ts";
import { findRun } from "../find-run.ts";
import { openExistingStore, openProjectStore } from "../open-runtime.ts";
import { findProject, hasState } from "../project.ts";
import type { Output } from "../terminal/output.ts";
import { resultText } from "../terminal/result-text.ts";

/** `aml status [RUN]`. */
export async function status(
  id: string | undefined,
  flags: { readonly json?: boolean },
  output: Output,
): Promise<ExitCode> {
  const project = findProject(process.cwd());
  if (id === undefined && !hasState(project)) return list([], flags.json === true, output);
  const store = id === undefined ? await openProjectStore(project) : await openExistingStore(project);
  try {
    if (id === undefined) return list(store.listRuns(), flags.json === true, output);
    return show(store, findRun(store, id).id, flags.json === true, output);
  } finally {
    store.close();
  }
}

function show(store: Store, id: string, json: boolean, output: Output): ExitCode {
  const result = resultOf(store, id, []);
  output.result(json ? JSON.stringify(result) : resultText(result, {}, output.colors));
  return exitCode.done;
}

function list(runs: readonly RunSummary[], json: boolean, output: Output): ExitCode {
  const rows = runs.map((run) => ({
    run: run.id,
    file: run.file,
    status: statusNow(run),
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
  }));
  if (json) output.result(JSON.stringify({ version: 1, runs: rows }));
  else if (rows.length === 0) output.result("no runs yet: aml run FILE starts one");
  else for (const row of rows) output.result(`${row.run}  ${row.status.padEnd(11)}  ${row.startedAt}  ${row.file}`);
  return exitCode.done;
}
