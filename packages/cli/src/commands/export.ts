import { randomUUID } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { resultOf, type Store, type StoredPlan, statusNow, toolLists } from "@agent-markup/core";
import { type ExitCode, exitCode, UsageError } from "../exit.ts";
import { findRun } from "../find-run.ts";
import { openExistingStore } from "../open-runtime.ts";
import { findProject, type Project } from "../project.ts";
import { transcriptsOf } from "../run-files.ts";
import type { Output } from "../terminal/output.ts";

/** `aml export RUN`: all that is known of a run in one JSON object (spec/run-export.schema.json). */
export async function exportRun(
  id: string,
  { output: file }: { readonly output?: string },
  output: Output,
): Promise<ExitCode> {
  const project = findProject(process.cwd());
  const store = await openExistingStore(project);
  try {
    const text = `${JSON.stringify(exported(store, project, findRun(store, id).id))}\n`;
    if (file === undefined) output.verbatim(text);
    else {
      writeWhole(file, text);
      output.progress(`written: ${file}`);
    }
    return exitCode.done;
  } finally {
    store.close();
  }
}

function exported(store: Store, project: Project, id: string): object {
  const record = store.getRun(id);
  if (record === null) throw new UsageError(`there is no run "${id}"`);
  const { file, text, hash, options, startedAt, finishedAt } = record;
  return {
    version: 1,
    run: { id, status: statusNow(record), startedAt, ...(finishedAt === undefined ? {} : { finishedAt }), options },
    document: { file, hash, text },
    events: store.events(id),
    plans: store.plansOf(id).flatMap((plan) => planOf(store.loadPlan(plan))),
    result: resultOf(store, id, []),
    transcripts: transcriptsOf(project, id),
  };
}

/** A plan with the state of its steps; tool sets as lists, as everywhere in JSON. */
function planOf(plan: StoredPlan | null): object[] {
  if (plan === null) return [];
  const { path, definition, steps, edges, checkpoints } = plan;
  const nodes = definition.nodes.map((node) => ({ ...node, tools: toolLists(node.tools) }));
  return [{ path, definition: { ...definition, nodes }, steps, edges, checkpoints }];
}

/** The whole file or none: an export that was killed half way must not look like one. Params may be private. */
function writeWhole(file: string, text: string): void {
  const temporary = `${file}.${randomUUID()}`;
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: "wx" });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new UsageError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
