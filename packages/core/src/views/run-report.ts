import { type ApprovalState, approvalStates } from "../journal/approvals.ts";
import type { Event, EventData } from "../journal/events.ts";
import { type NodeView, nodeViews } from "./node-view.ts";
import { type CheckpointView, type PlanView, planViews } from "./plan-view.ts";
import { phaseAfter, type RunPhase } from "./run-phase.ts";

/** A run as `aml run|resume|status RUN --json` tells it (DESIGN.md 10), as far as its journal goes. */
export interface RunReport {
  readonly version: 1;
  readonly run: string;
  readonly status: RunPhase;
  /** The run was recorded there, or is a replay of it: what its agents did was not done again. */
  readonly recording?: NonNullable<EventData["run.started"]["recording"]>;
  readonly output: EventData["run.finished"]["output"];
  readonly error?: NonNullable<EventData["run.finished"]["error"]>;
  readonly nodes: readonly NodeView[];
  readonly plans: readonly PlanView[];
  /** Every question to a person, answers included: those of plans, then those about the document itself. */
  readonly checkpoints: readonly QuestionView[];
  /** What agents that ran beside the document came to, in the order they ended. */
  readonly background: readonly BackgroundView[];
  readonly permissions: PermissionTally;
  /** What each agent session last reported, as it said it: agents count differently, and some over the whole session. */
  readonly usage: readonly { readonly session: string; readonly usage: unknown }[];
  readonly audit: { readonly records: number; readonly head: string };
}

/** A question to a person as a result tells it; `step` is what it is about. */
export type QuestionView = CheckpointView | (ApprovalState & { readonly step: string });

export interface BackgroundView {
  readonly name: string;
  readonly status: EventData["node.finished"]["status"];
  readonly output: { readonly text: string };
}

/** How often agents and tool steps asked, and what they were told. */
export interface PermissionTally {
  readonly asked: number;
  readonly allowed: number;
  readonly denied: number;
  readonly cancelled: number;
}

/** Folds a run's whole journal. Throws `RangeError` for one without a first event. */
export function runReport(events: readonly Event[]): RunReport {
  const last = events.at(-1);
  const [first] = events;
  if (last === undefined || first?.type !== "run.started")
    throw new RangeError("the events do not begin with the start of a run");
  const plans = planViews(events);
  const ended = events.findLast((event) => event.type === "run.finished");
  const status = events.reduce<RunPhase>(phaseAfter, "running");
  const error = status === "running" ? undefined : ended?.data.error;
  return {
    version: 1,
    run: last.run,
    status,
    ...(first.data.recording === undefined ? {} : { recording: first.data.recording }),
    output: status === "running" || ended === undefined ? { text: "" } : ended.data.output,
    ...(error === undefined ? {} : { error }),
    nodes: nodeViews(events),
    plans,
    checkpoints: [
      ...plans.flatMap(({ checkpoints }) => checkpoints),
      ...Array.from(approvalStates(events).values(), questionOf),
    ],
    background: backgroundViews(events),
    permissions: permissionTally(events),
    usage: usageBySession(events),
    audit: { records: events.length, head: last.hash },
  };
}

export function questionOf(approval: ApprovalState): QuestionView {
  return { ...approval, step: approval.subject };
}

/** Counts the permission requests of a run by their outcome. */
export function permissionTally(events: Iterable<Event>): PermissionTally {
  const tally = { asked: 0, allowed: 0, denied: 0, cancelled: 0 };
  for (const event of events) {
    if (event.type !== "permission.decided") continue;
    const { outcome, allows } = event.data.decision;
    tally.asked += 1;
    tally[outcome.outcome === "cancelled" ? "cancelled" : allows ? "allowed" : "denied"] += 1;
  }
  return tally;
}

function backgroundViews(events: Iterable<Event>): BackgroundView[] {
  const ended = new Map<string, BackgroundView>();
  for (const event of events) {
    if (event.type !== "node.finished" || event.data.metadata?.background !== true) continue;
    const { name, status, text } = event.data;
    ended.set(event.path ?? "", { name, status, output: { text } });
  }
  return [...ended.values()];
}

function usageBySession(events: Iterable<Event>): RunReport["usage"] {
  const usage = new Map<string, unknown>();
  for (const event of events)
    if (event.type === "agent.replied" && event.data.outcome.usage !== undefined)
      usage.set(event.data.session, event.data.outcome.usage);
  return [...usage].map(([session, reported]) => ({ session, usage: reported }));
}
