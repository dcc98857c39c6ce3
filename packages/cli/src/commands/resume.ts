import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { readRunSettings, type Store } from "@agent-markup/core";
import { type ExitCode, UsageError } from "../exit.ts";
import { findRun } from "../find-run.ts";
import { defined } from "../json-reader.ts";
import { approvalTime, openExistingStore, openRuntime } from "../open-runtime.ts";
import { findProject, type Project } from "../project.ts";
import { statedPolicy } from "../stated-policy.ts";
import type { Output } from "../terminal/output.ts";
import { readDocument } from "../terminal/read-document.ts";
import { follow } from "./follow.ts";

export interface ResumeFlags {
  readonly permissions?: string;
  readonly rules?: string;
  readonly approvalTime?: number;
  readonly json?: boolean;
}

/** `aml resume RUN`. */
export async function resume(id: string, flags: ResumeFlags, output: Output): Promise<ExitCode> {
  const project = findProject(process.cwd());
  const store = await openExistingStore(project);
  try {
    return await resumeRun(store, project, findRun(store, id).id, flags, output);
  } finally {
    store.close();
  }
}

/** Goes on with a run under its recorded permission policy, unless another is given. */
export async function resumeRun(
  store: Store,
  project: Project,
  id: string,
  flags: ResumeFlags,
  output: Output,
): Promise<ExitCode> {
  const record = store.getRun(id);
  if (record === null) throw new UsageError(`there is no run "${id}"`);
  const settings = readRunSettings(record.options);
  const permissions = flags.permissions ?? settings.permissions;
  const request = {
    project,
    permissions,
    trust: settings.trust,
    policy: statedPolicy({ project, rulesFile: flags.rules, permissions }, output),
    approvalMs: approvalTime(flags.approvalTime, flags.json !== true),
    ...defined("agent", settings.agent),
    ...(settings.recording === undefined ? {} : { recording: { ...settings.recording, isContinued: true } }),
  };
  if (settings.recording?.mode === "record") expectRecording(settings.recording.folder, id, store);
  const runtime = await openRuntime(store, request, output);
  const file = resolve(project.root, record.file);
  const current = () => (existsSync(file) ? { currentText: readDocument(file) } : {});
  return follow((signal) => runtime.resume(id, { signal, ...current() }), runtime, store, {
    texts: { [record.file]: record.text },
    json: flags.json === true,
    output,
    current,
  });
}

/** A recording that lost its beginning would play back another run. */
function expectRecording(folder: string, run: string, store: Store): void {
  if (existsSync(folder) || !store.events(run).some(({ type }) => type === "agent.replied")) return;
  throw new UsageError(
    `the recording of run ${run} is not in ${folder} any more`,
    "put it back; or start the document anew, with --record and another folder",
  );
}
