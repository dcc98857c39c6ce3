import { isOver, type RunSummary } from "@agent-markup/core";
import { type ExitCode, exitCode } from "../exit.ts";
import { openProjectStore } from "../open-runtime.ts";
import { findProject, hasState } from "../project.ts";
import { removeFilesOf } from "../run-files.ts";
import { commandName } from "../terminal/command-name.ts";
import type { Output } from "../terminal/output.ts";

export interface PruneFlags {
  readonly olderThan?: number;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const dayMs = 24 * 60 * 60 * 1000;

/** `aml prune`: removes runs that are done or cancelled, with their journals and transcripts (spec/prune-result.schema.json). */
export async function prune({ olderThan = 0, dryRun, json }: PruneFlags, output: Output): Promise<ExitCode> {
  const project = findProject(process.cwd());
  if (!hasState(project)) return tell([], [], { isDry: dryRun === true, json }, output);
  const store = await openProjectStore(project);
  try {
    const runs = store.listRuns();
    const latest = Date.now() - olderThan * dayMs;
    const removed = runs.filter((run) => isOver(run.status) && Date.parse(run.finishedAt ?? run.startedAt) <= latest);
    if (dryRun !== true) {
      // The files first: killed in between, the next prune still knows of them.
      for (const { id } of removed) removeFilesOf(project, id);
      store.remove(removed.map(({ id }) => id));
    }
    return tell(runs, removed, { isDry: dryRun === true, json }, output);
  } finally {
    store.close();
  }
}

interface Telling {
  readonly isDry: boolean;
  readonly json: boolean | undefined;
}

function tell(
  runs: readonly RunSummary[],
  removed: readonly RunSummary[],
  { isDry, json }: Telling,
  output: Output,
): ExitCode {
  const kept = runs.length - removed.length;
  const unfinished = runs.filter(({ status }) => !isOver(status)).length;
  if (json === true) {
    const told = removed.map(({ id, file, status, startedAt, finishedAt }) => ({
      run: id,
      file,
      status,
      startedAt,
      finishedAt,
    }));
    output.result(JSON.stringify({ version: 1, removed: told, kept, dryRun: isDry }));
  } else output.result(summary(removed, { kept, unfinished, isDry }));
  return exitCode.done;
}

function summary(
  removed: readonly RunSummary[],
  { kept, unfinished, isDry }: { readonly kept: number; readonly unfinished: number; readonly isDry: boolean },
): string {
  const verb = isDry ? "would remove" : "removed";
  const lines = removed.map(({ id, status, startedAt, file }) => `${verb} ${id}  ${status}  ${startedAt}  ${file}`);
  const runs = (count: number) => `${count} ${count === 1 ? "run" : "runs"}`;
  const advice =
    unfinished === 0
      ? ""
      : `; ${unfinished} of them not finished, which can be gone on with: ${commandName()} cancel RUN ends one for good`;
  return [...lines, `${verb} ${runs(removed.length)}, kept ${kept}${advice}`].join("\n");
}
