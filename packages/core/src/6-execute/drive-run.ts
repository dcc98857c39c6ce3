import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { PermissionPolicy } from "../5-authorise/permission.ts";
import type { AgentProvider, TranscriptLine } from "../agent/agent.ts";
import { ReplayMismatch } from "../agent/recording.ts";
import { crashPoint } from "../journal/crash-point.ts";
import type { EventBody } from "../journal/events.ts";
import type { Store } from "../store/store.ts";
import type { Tool } from "../tools/tool.ts";
import type { ToolProvider } from "../tools/tool-provider.ts";
import { agentSessions } from "./agent-sessions.ts";
import { runApprovals } from "./approvals.ts";
import { background } from "./background.ts";
import { type BudgetLimits, budget } from "./budget.ts";
import type { Clock } from "./clock.ts";
import { executeChildren, type Surroundings } from "./execute.ts";
import type { ExecuteContext } from "./execute-context.ts";
import type { Handler } from "./handler.ts";
import { isStop, type Scope, type Stop, scopeText } from "./node-result.ts";
import { nodesBefore } from "./nodes-before.ts";
import { diagramsOf, type PreparedNode } from "./prepared.ts";
import { promptCounts } from "./prompt-counts.ts";
import type { RunJournal } from "./run-journal.ts";
import { sessionHistory } from "./session-history.ts";
import { outputOf } from "./step-output.ts";
import { tasks } from "./tasks.ts";
import { toolGate } from "./tool-step.ts";

/** What one drive of a run works with. */
export interface DriveContext {
  readonly store: Store;
  readonly journal: RunJournal;
  readonly nodes: readonly PreparedNode[];
  readonly file: string;
  readonly params: Readonly<Record<string, string>>;
  readonly maxParallel: number;
  readonly maxDepth: number;
  readonly agentGates: boolean;
  readonly budget: BudgetLimits;
  readonly signal: AbortSignal;
  /** Somebody wants the run to end for good; the signal is aborted then. */
  readonly isCancelled: () => boolean;
  readonly clock: Clock;
  readonly permissions: PermissionPolicy | null;
  readonly agents: AgentProvider | null;
  readonly handlers: ReadonlyMap<string, Handler>;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly toolProviders: readonly ToolProvider[];
  readonly workspace: string;
  readonly environment: readonly string[];
  readonly database: string | null;
  readonly transcript: (session: string, lines: readonly TranscriptLine[]) => void;
}

/** Drives a run until it is done, has failed, waits for a person or is stopped, and records which. */
export async function driveRun(drive: DriveContext): Promise<void> {
  const { journal, store, clock, permissions, agents, workspace, transcript } = drive;
  const stop = new AbortController();
  const signal = AbortSignal.any([drive.signal, stop.signal]);
  const limits = budget(drive.budget, () => stop.abort());
  const earlier = store.events(journal.run);
  const history = sessionHistory(earlier);
  const counts = promptCounts(earlier);
  for (const fold of [history, counts]) journal.subscribe(fold.note);
  const mismatches: ReplayMismatch[] = [];
  const approvals = runApprovals(journal, clock, earlier);
  const gate = toolGate({
    tools: drive.tools,
    providers: drive.toolProviders,
    policy: permissions,
    approvals,
    journal,
  });
  const offered = { ...drive, gate, run: journal.run, hasSteps: diagramsOf(drive.nodes).length > 0 };
  const sessions =
    agents === null || permissions === null
      ? null
      : agentSessions({
          provider: agents,
          policy: permissions,
          approvals,
          journal,
          history,
          counts,
          workspace,
          offered,
          transcript,
          mismatched(error) {
            mismatches.push(error);
            stop.abort();
          },
        });
  const context: ExecuteContext = {
    ...drive,
    sessions,
    approvals,
    gate,
    procedure: basename(drive.file),
    tasks: tasks(drive.maxParallel),
    budget: limits,
    background: background(),
    before: nodesBefore(earlier),
  };
  const around = { depth: 0, isSequential: false, tolerance: "halt", previous: [], signal } as const;
  try {
    const end = await performed(drive.nodes, around, context, stop);
    const [mismatch] = mismatches;
    await sessions?.closeAll();
    await endTools(drive);
    crashPoint("run-performed");
    // A wish that came too late to stop anything still says what becomes of what is left.
    journal.poll();
    const { status, body } = finishedRun(
      mismatch === undefined ? end : failedReplay(mismatch),
      limits.exceeded(),
      drive.isCancelled(),
    );
    journal.finish(status, new Date(clock.now()).toISOString(), body);
  } finally {
    limits.end();
    // After a fault nothing may go on beside whoever takes the run over.
    stop.abort();
    await context.background.settled();
    await sessions?.closeAll();
    await Promise.allSettled(drive.toolProviders.map((provider) => provider.endRun(journal.run)));
    await rm(join(workspace, ".aml", "tmp", journal.run), { recursive: true, force: true });
  }
}

/** Everything of the document, what runs beside it too. */
async function performed(
  nodes: readonly PreparedNode[],
  around: Surroundings,
  context: ExecuteContext,
  stop: AbortController,
): Promise<Scope | Stop> {
  try {
    const scope = await executeChildren(nodes, around, context);
    if (isStop(scope) && scope.stopped === "failed") stop.abort();
    const [stopped] = await context.background.all();
    return isStop(scope) ? scope : (stopped ?? scope);
  } catch (error) {
    if (!(error instanceof ReplayMismatch)) throw error;
    await context.background.settled();
    return failedReplay(error);
  }
}

/** A run fails with its replay: no `on-failure` and no handler of a host makes a success of it. */
function failedReplay({ path, message }: ReplayMismatch): Stop {
  return { stopped: "failed", failure: { path, name: path, code: "ReplayMismatch", message } };
}

/** What a provider could not end does not take the run's result from it, and is not kept silent. */
async function endTools({ toolProviders, journal }: DriveContext): Promise<void> {
  const ends = await Promise.allSettled(toolProviders.map((provider) => provider.endRun(journal.run)));
  for (const end of ends) {
    if (end.status === "fulfilled") continue;
    const message = end.reason instanceof Error ? end.reason.message : String(end.reason);
    journal.append({ type: "note.recorded", data: { code: "tool", message } });
  }
}

type RunEnd = Extract<EventBody, { type: "run.finished" }>["data"];

function finishedRun(
  end: Scope | Stop,
  exceeded: string | null,
  isCancelled: boolean,
): { readonly status: RunEnd["status"]; readonly body: EventBody } {
  const data = runEnd(end, exceeded, isCancelled);
  return { status: data.status, body: { type: "run.finished", data } };
}

function runEnd(end: Scope | Stop, exceeded: string | null, isCancelled: boolean): RunEnd {
  if (!isStop(end)) return { status: "done", output: outputOf(scopeText(end)) };
  const output = { text: "" };
  if (isCancelled) return { status: "cancelled", output };
  if (exceeded !== null) return { status: "failed", output, error: { code: "BudgetExceeded", message: exceeded } };
  if (end.stopped !== "failed") return { status: end.stopped, output };
  const { code, message, path } = end.failure;
  return { status: "failed", output, error: { code, message, path } };
}
