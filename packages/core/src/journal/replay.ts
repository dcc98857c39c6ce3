import { edgesOf, graphOf, itemAt, type PlanGraph } from "../plan/graph.ts";
import { edgeState } from "../plan/liveness.ts";
import type { Checkpoint, EdgeState, PlanDefinition, StepState } from "../plan/plan.ts";
import { canBecome, isFinal, stateAfter, untouched } from "../plan/step-state.ts";
import type { Event } from "./events.ts";
import { isStepEvent, type StepEvent, stepChange } from "./step-event.ts";

/** How far a plan has come by the journal alone. */
export interface PlanReplay {
  readonly definition: PlanDefinition;
  readonly graph: PlanGraph;
  readonly steps: StepState[];
  readonly edges: EdgeState[];
  /** All that were ever opened, by id, with their answers. */
  readonly checkpoints: Map<string, Checkpoint>;
}

/** The journal tells of something that no run can have done. */
export class ReplayError extends Error {
  override readonly name = "ReplayError";
}

/** Folds a run's events to what one of its plans has come to (DESIGN.md 3.2). */
export function replayPlan(definition: PlanDefinition, events: Iterable<Event>): PlanReplay {
  const replay = untouchedPlan(definition);
  for (const event of events) replayEvent(replay, event);
  return replay;
}

/** A plan of which the journal has told nothing yet. */
export function untouchedPlan(definition: PlanDefinition): PlanReplay {
  return {
    definition,
    graph: graphOf(definition),
    steps: definition.nodes.map(() => untouched),
    edges: definition.edges.map(() => "open"),
    checkpoints: new Map(),
  };
}

/** The plan that an event is about; undefined for events of the run itself. */
export function planOf(event: Event): string | undefined {
  if (isStepEvent(event) || event.type === "checkpoint.answered") return event.data.plan;
  return event.type === "checkpoint.opened" ? event.data.checkpoint.plan : undefined;
}

/** Adds the next event to a fold; events of other plans and of the run itself change nothing. */
export function replayEvent(replay: PlanReplay, event: Event): void {
  if (planOf(event) !== replay.definition.id) return;
  if (isStepEvent(event)) replayStep(replay, event);
  else if (event.type === "checkpoint.answered") replayAnswer(replay, event);
  else if (event.type === "checkpoint.opened") replay.checkpoints.set(event.data.checkpoint.id, event.data.checkpoint);
}

function replayStep(replay: PlanReplay, event: StepEvent): void {
  const index = replay.graph.indexOf.get(event.data.step);
  if (index === undefined) throw new ReplayError(`event ${event.seq} names no step of its plan: ${event.data.step}`);
  const before = itemAt(replay.steps, index);
  const change = stepChange(event, { index, from: before.status, at: event.at });
  if (!canBecome(before.status, change.to)) {
    throw new ReplayError(`event ${event.seq} takes ${event.data.step} from ${before.status} to ${change.to}`);
  }
  const after = stateAfter(before, change);
  replay.steps[index] = after;
  if (!isFinal(after.status)) return;
  const node = itemAt(replay.definition.nodes, index);
  for (const edge of edgesOf(replay.graph.out, index)) {
    replay.edges[edge] = edgeState(node, itemAt(replay.definition.edges, edge), after);
  }
}

function replayAnswer(replay: PlanReplay, event: Extract<Event, { readonly type: "checkpoint.answered" }>): void {
  const { checkpoint: id, answer } = event.data;
  const checkpoint = replay.checkpoints.get(id);
  if (checkpoint === undefined) throw new ReplayError(`event ${event.seq} answers an unknown checkpoint: ${id}`);
  if (checkpoint.answer !== undefined) throw new ReplayError(`event ${event.seq} answers ${id} a second time`);
  replay.checkpoints.set(id, { ...checkpoint, answer });
}
