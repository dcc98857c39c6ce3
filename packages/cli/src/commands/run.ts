import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { BudgetLimits, Store, TrustLevel } from "@agent-markup/core";
import { runSource, untrustedSource } from "../check/packaged-sources.ts";
import type { ExitCode } from "../exit.ts";
import { defined } from "../json-reader.ts";
import { approvalTime, openProjectStore, openRuntime, type RuntimeRequest } from "../open-runtime.ts";
import { findProject, type Project, recordedName } from "../project.ts";
import { statedPolicy } from "../stated-policy.ts";
import { askOnTerminal } from "../terminal/ask.ts";
import type { Output } from "../terminal/output.ts";
import { readDocument } from "../terminal/read-document.ts";
import { decideTrust } from "../trust.ts";
import { type Detached, detach, detachedRun } from "./detach.ts";
import { type FollowOptions, follow, tellResult } from "./follow.ts";

export interface RunFlags {
  readonly trust?: TrustLevel;
  readonly permissions?: string;
  readonly rules?: string;
  readonly approvalTime?: number;
  readonly agent?: string;
  readonly param: Readonly<Record<string, string>>;
  readonly designId?: string;
  readonly new?: boolean;
  readonly maxParallel: number;
  readonly agentGates?: boolean;
  readonly budget?: BudgetLimits;
  /** A folder: what agents do is written down there. */
  readonly record?: string;
  /** A folder: what agents do is taken from there. */
  readonly replay?: string;
  readonly detach?: boolean;
  readonly json?: boolean;
}

/** `aml run FILE`. */
export async function run(file: string, flags: RunFlags, output: Output): Promise<ExitCode> {
  const text = readDocument(file);
  const project = findProject(process.cwd());
  const trust = await decideTrust({ level: flags.trust, file, project, ask: askOnTerminal() });
  const store = await openProjectStore(project);
  try {
    const json = flags.json === true;
    const current = () => (existsSync(file) ? { currentText: readDocument(file) } : {});
    const following = { texts: { [recordedName(project, file)]: text }, json, output, current };
    const detached = detachedRun();
    if (flags.detach === true && detached === null) {
      return await detach(project, { json, refused: (result) => tellResult(result, following) }, output);
    }
    return await runHere({ file, text, trust, project, store }, flags, detached, following);
  } finally {
    store.close();
  }
}

interface Started {
  readonly file: string;
  readonly text: string;
  readonly trust: TrustLevel;
  readonly project: Project;
  readonly store: Store;
}

async function runHere(
  { file, text, trust, project, store }: Started,
  flags: RunFlags,
  detached: Detached | null,
  following: FollowOptions,
): Promise<ExitCode> {
  const { permissions, rules, agent, param: params, maxParallel, agentGates = true, budget = {} } = flags;
  const request = {
    project,
    permissions: permissions ?? null,
    trust,
    policy: statedPolicy({ project, rulesFile: rules, permissions: permissions ?? null }, following.output),
    approvalMs: approvalTime(flags.approvalTime, !following.json && detached === null),
    ...defined("agent", agent),
    ...defined("recording", recordingOf(flags)),
  };
  const runtime = await openRuntime(store, request, following.output);
  const chosen = detached === null ? {} : { id: detached.run };
  const { designId, new: newPlan = false } = flags;
  const named = { ...defined("designId", designId), newPlan };
  const options = { trust, params, maxParallel, agentGates, budget, ...defined("agent", agent), ...named, ...chosen };
  // Skills of the project are used only where it is trusted (DESIGN.md 7).
  const loadedFor = trust === "trusted" ? runSource : untrustedSource;
  const loaded = await loadedFor(file, text, project);
  const source = { ...loaded, file: recordedName(project, file) };
  return follow((signal) => runtime.run(source, { ...options, signal }), runtime, store, {
    ...following,
    starter: detached?.starter ?? null,
  });
}

/** From the root, since a resume is typed elsewhere. */
function recordingOf({ record, replay }: RunFlags): RuntimeRequest["recording"] {
  if (replay !== undefined) return { mode: "replay", folder: resolve(replay), isContinued: false };
  return record === undefined ? undefined : { mode: "record", folder: resolve(record), isContinued: false };
}
