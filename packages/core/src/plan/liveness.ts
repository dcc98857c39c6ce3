import { foldLabel } from "./labels.ts";
import type { EdgeState, PlanEdge, PlanNode, SkipReason, StepStatus } from "./plan.ts";

/** What decides the edges out of a step. */
export interface Settled {
  readonly status: StepStatus;
  readonly skipped?: SkipReason;
  readonly label?: string;
}

/** What an edge becomes by the state of its source (diagram.md 5, liveness): open until the source is final. */
export function edgeState(source: PlanNode, edge: PlanEdge, { status, skipped, label }: Settled): EdgeState {
  if (status === "skipped") return skipped === "waived" || skipped === "loop_exit" ? "live" : "dead";
  if (status !== "done") return "open";
  if (source.type !== "gate") return "live";
  return edge.label !== null && label !== undefined && foldLabel(edge.label) === foldLabel(label) ? "live" : "dead";
}
