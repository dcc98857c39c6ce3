import { isOver, type RunSummary } from "@agent-markup/core";
import { type ExitCode, exitCode } from "../exit.ts";
import { openExistingStore } from "../open-runtime.ts";
import { findProject } from "../project.ts";
import { removeFilesOf, runsWithFiles } from "../run-files.ts";
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
  const store = await openExistingStore(project);
  try {
    // Before the runs: the files of one that begins in between are not taken for a leftover.
    const withFiles = runsWithFiles(project);
    const runs = store.listRuns();
    const latest = Date.now() - olderThan * dayMs;
    const removed = runs.filter((run) => isOver(run.status) && Date.parse(run.finishedAt ?? run.startedAt) <= latest);
    const unfinished = runs.filter(({ status }) => !isOver(status)).length;
    if (dryRun !== true) {
      store.remove(removed.map(({ id }) => id));
      const known = new Set(store.listRuns().map(({ id }) => id));
      for (const { id } of removed) removeFilesOf(project, id);
      // Of a prune that was killed between the state and the files.
      for (const id of withFiles) if (!known.has(id)) removeFilesOf(project, id);
    }
    const kept = runs.length - removed.length;
    if (json === true) {
      const told = removed.map(({ id, file, status, startedAt, finishedAt }) => ({
        run: id,
        file,
        status,
        startedAt,
        finishedAt,
      }));
      output.result(JSON.stringify({ version: 1, removed: told, kept, dryRun: dryRun === true }));
    } else output.result(summary(removed, { kept, unfinished, isDry: dryRun === true }));
    return exitCode.done;
  } finally {
    store.close();
  }
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
