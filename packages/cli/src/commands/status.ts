import { type RunSummary, resultOf, type Store, type StoredPlan, statusNow } from "@agent-markup/core";
import { type ExitCode, exitCode, UsageError } from "../exit.ts";
import { findRun } from "../find-run.ts";
import { openExistingStore, openProjectStore } from "../open-runtime.ts";
import { type DrawingFormat, drawPlans, isDrawing } from "../plan-drawing.ts";
import { findProject, hasState } from "../project.ts";
import { commandName } from "../terminal/command-name.ts";
import type { Output } from "../terminal/output.ts";
import { progressText } from "../terminal/progress-text.ts";
import { resultText } from "../terminal/result-text.ts";

export interface StatusFlags {
  readonly format: "text" | "json" | DrawingFormat;
  /** Short for the format. */
  readonly json?: boolean;
  readonly plan?: string;
}

/** `aml status [RUN]`. */
export async function status(id: string | undefined, flags: StatusFlags, output: Output): Promise<ExitCode> {
  const format = flags.json === true ? "json" : flags.format;
  const project = findProject(process.cwd());
  if (id === undefined) {
    if (isDrawing(format, flags.plan))
      throw new UsageError(`--format ${format} draws one run`, `name the run; ${commandName()} status lists them`);
    if (!hasState(project)) return list([], format === "json", output);
  }
  const store = id === undefined ? await openProjectStore(project) : await openExistingStore(project);
  try {
    if (id === undefined) return list(store.listRuns(), format === "json", output);
    return await show(store, findRun(store, id), { format, plan: flags.plan }, output);
  } finally {
    store.close();
  }
}

async function show(
  store: Store,
  run: RunSummary,
  { format, plan }: { readonly format: StatusFlags["format"]; readonly plan: string | undefined },
  output: Output,
): Promise<ExitCode> {
  const result = resultOf(store, run.id, []);
  if (isDrawing(format, plan)) {
    const plans = plansOf(store, run.id).map((stored) => ({ definition: stored.definition, progress: stored }));
    const heading = `${run.file}: ${result.status}`;
    output.result(await drawPlans(plans, { format, chosen: plan, subject: `the run ${run.id}`, heading }));
  } else if (format === "json") output.result(JSON.stringify(result));
  else {
    const trees = plansOf(store, run.id).map((stored) => progressText(stored, output));
    output.result(resultText(result, {}, output.colors, trees));
  }
  return exitCode.done;
}

function plansOf(store: Store, run: string): readonly StoredPlan[] {
  return store.plansOf(run).flatMap((id) => store.loadPlan(id) ?? []);
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
