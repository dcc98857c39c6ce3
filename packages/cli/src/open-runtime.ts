import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  createPermissionPolicy,
  createRuntime,
  type Leftovers,
  mcpTools,
  openStore,
  type PermissionPolicy,
  queueApprover,
  type RecordingUse,
  type Runtime,
  type Store,
  type TranscriptLine,
  type TrustLevel,
} from "@agent-markup/core";
import { usableAgents } from "./agents/usable-agents.ts";
import { configuredHandlers } from "./configured-handlers.ts";
import { UsageError } from "./exit.ts";
import type { HostPolicy } from "./policy.ts";
import { hasState, type Project, stateFile } from "./project.ts";
import { transcriptFolder } from "./run-files.ts";
import type { Output } from "./terminal/output.ts";
import { personAtTerminal } from "./terminal/person.ts";

export interface RuntimeRequest {
  readonly project: Project;
  readonly permissions: string | null;
  /** How long a person has for each request; null where nobody is at hand. */
  readonly approvalMs: number | null;
  /** Of the run: code of the project is loaded in a trusted one only. */
  readonly trust: TrustLevel;
  readonly policy: HostPolicy;
  /** `--agent`: the agent that serves every name, configured or found on this machine. */
  readonly agent?: string;
  /** Where the agents' turns are written down, or taken from; `isContinued` goes on with what is there. */
  readonly recording?: RecordingUse & { readonly isContinued: boolean };
}

/** The state of a project; makes `.aml/` when it is not there. */
export function openProjectStore(project: Project): Promise<Store> {
  return openStore(stateFile(project), { synchronous: project.configuration.synchronous });
}

/** The state of a project in which something was run; a usage error where nothing was, and nothing is made. */
export function openExistingStore(project: Project): Promise<Store> {
  if (!hasState(project)) throw new UsageError(`nothing was run in ${project.root} yet`);
  return openProjectStore(project);
}

/** A runtime over the project's state, with its configured agents; says what was left of runs that were killed. */
export async function openRuntime(
  store: Store,
  { project, permissions, trust, policy, agent, approvalMs, recording }: RuntimeRequest,
  output: Output,
): Promise<Runtime> {
  const { configuration, root } = project;
  const defaultAgent = agent ?? configuration.defaultAgent;
  const { provider, others } = await usableAgents(project, {
    trust,
    chosen: agent ?? null,
    recording: recording ?? null,
  });
  const runtime = await createRuntime({
    store,
    workspace: root,
    permissions: permissions === null ? null : policyNamed(permissions, policy, approvalMs),
    granted: policy.granted,
    confirm: policy.confirm,
    limits: policy.limits,
    privateHosts: policy.privateHosts,
    handlers: configuredHandlers(project, trust),
    toolProviders: [mcpTools({ file: join(root, ".mcp.json"), capabilities: policy.mcpCapabilities })],
    environment: configuration.environment,
    transcript: transcriptsIn(transcriptFolder(project)),
    otherAgents: others,
    ...(provider === null ? {} : { agents: provider }),
    ...(defaultAgent === null ? {} : { defaultAgent }),
    ...(configuration.database === null ? {} : { database: configuration.database }),
  });
  for (const leftovers of runtime.leftovers) tellLeftovers(leftovers, output);
  return runtime;
}

function tellLeftovers({ run, signalled, survivors }: Leftovers, output: Output): void {
  const ended = signalled.filter((pid) => !survivors.includes(pid));
  const tell = (pids: readonly number[], what: string) => {
    if (pids.length > 0) output.progress(`aml: ${what} what a killed process left of run ${run}: ${pids.join(", ")}`);
  };
  tell(ended, "ended");
  tell(survivors, "could not end");
}

/** How long a person has: as was said, else the usual where the command asks one at its terminal. */
export function approvalTime(said: number | undefined, asksHere: boolean): number | null {
  return said ?? (asksHere && personAtTerminal() !== null ? usualApprovalMs : null);
}

/** What a person has for an answer when nothing else was said, in milliseconds. */
const usualApprovalMs = 10 * 60_000;

/**
 * A policy by its name on the command line. `ask` rules wait for a person only where one is at hand or was promised; anywhere
 * else they refuse at once.
 */
export function policyNamed(name: string, { permissions }: HostPolicy, approvalMs: number | null): PermissionPolicy {
  const approver = queueApprover(approvalMs ?? usualApprovalMs);
  if (name === "rules")
    return createPermissionPolicy({ rules: permissions, ...(approvalMs === null ? {} : { approver }) });
  if (name === "ask") return createPermissionPolicy({ ask: approver });
  if (name === "deny" || name === "allow_once") return createPermissionPolicy(name);
  throw new UsageError(
    `this version knows no permission policy "${name}"`,
    "choose --permissions deny, allow_once, rules or ask",
  );
}

/** One file a session, under the run: each line as it was exchanged, with the time it was written down. */
function transcriptsIn(folder: string) {
  return (run: string, session: string, lines: readonly TranscriptLine[]): void => {
    const place = join(folder, run);
    mkdirSync(place, { recursive: true });
    const at = new Date().toISOString();
    appendFileSync(
      join(place, `${session}.ndjson`),
      lines.map((line) => `${JSON.stringify({ at, ...line })}\n`).join(""),
    );
  };
}
