import { type Event, type EventData, never } from "../journal/events.ts";
import { phaseAfter, type RunPhase } from "./run-phase.ts";
import { type StepEvent, type StepView, stepAfter } from "./step-view.ts";

export type CheckpointView = EventData["checkpoint.opened"]["checkpoint"];

/** One plan of a run, as the journal has told of it so far. */
export interface PlanView {
  readonly id: string;
  /** Place of its skill in the document. */
  readonly path: string;
  readonly mode: EventData["plan.frozen"]["mode"];
  readonly hash: string;
  readonly status: RunPhase;
  /** In diagram order. */
  readonly nodes: readonly StepView[];
  /** What was decided, in the order it was. */
  readonly gates: readonly { readonly id: string; readonly label: string }[];
  /** All that were opened, in that order, with their answers. */
  readonly checkpoints: readonly CheckpointView[];
}

interface Folded {
  readonly frozen: Extract<Event, { readonly type: "plan.frozen" }>;
  readonly steps: Map<string, StepView>;
  readonly gates: { readonly id: string; readonly label: string }[];
  readonly checkpoints: Map<string, CheckpointView>;
}

/**
 * Folds a run's whole journal to its plans, in the order they were frozen. Throws `RangeError` when the events are not from
 * the beginning: one tells of a plan, step or checkpoint that none before it has.
 */
export function planViews(events: Iterable<Event>): PlanView[] {
  const plans = new Map<string, Folded>();
  let phase: RunPhase = "running";
  for (const event of events) {
    phase = phaseAfter(phase, event);
    fold(plans, event);
  }
  return [...plans.values()].map((plan) => viewOf(plan, phase));
}

function fold(plans: Map<string, Folded>, event: Event): void {
  switch (event.type) {
    case "plan.frozen":
      plans.set(event.data.plan, { frozen: event, steps: pendingSteps(event.data), gates: [], checkpoints: new Map() });
      break;
    case "step.started":
    case "step.done":
    case "step.skipped":
    case "step.blocked":
    case "step.waiting":
    case "step.pending":
      foldStep(known(plans, event.data.plan, event), event);
      break;
    case "checkpoint.opened": {
      const { checkpoint } = event.data;
      known(plans, checkpoint.plan, event).checkpoints.set(checkpoint.id, checkpoint);
      break;
    }
    case "checkpoint.answered": {
      const { plan, checkpoint: id, answer } = event.data;
      const { checkpoints } = known(plans, plan, event);
      checkpoints.set(id, { ...known(checkpoints, id, event), answer });
      break;
    }
    case "run.started":
    case "run.resumed":
    case "run.finished":
    case "cancel.requested":
    case "approval.asked":
    case "approval.answered":
    case "approval.closed":
    case "node.started":
    case "node.retried":
    case "node.finished":
    // It is seen when it is used, as the answer to its checkpoint.
    case "checkpoint.anticipated":
    case "tool.finished":
    case "agent.opened":
    case "agent.prompted":
    case "agent.event":
    case "agent.replied":
    case "permission.decided":
    case "note.recorded":
      break;
    default:
      never(event);
  }
}

function foldStep({ steps, gates }: Folded, event: StepEvent): void {
  const step = stepAfter(known(steps, event.data.step, event), event);
  steps.set(step.id, step);
  if (step.decision !== undefined) gates.push({ id: step.id, label: step.decision });
}

function pendingSteps({ steps }: EventData["plan.frozen"]): Map<string, StepView> {
  return new Map(steps.map((step) => [step.id, { ...step, status: "pending", attempt: 0 }]));
}

function known<Value>(values: ReadonlyMap<string, Value>, id: string, { seq, type }: Event): Value {
  const value = values.get(id);
  if (value === undefined)
    throw new RangeError(`event ${seq} (${type}) tells of "${id}", which no event before it has`);
  return value;
}

function viewOf({ frozen, steps, gates, checkpoints }: Folded, phase: RunPhase): PlanView {
  const { plan: id, mode, hash } = frozen.data;
  const nodes = [...steps.values()];
  const status = statusOf(nodes, phase);
  return { id, path: frozen.path ?? "", mode, hash, status, nodes, gates, checkpoints: [...checkpoints.values()] };
}

// While the run goes on, so does a plan that is not done: other branches may run beside a blocked step (diagram.md 5).
function statusOf(nodes: readonly StepView[], phase: RunPhase): RunPhase {
  const has = (status: StepView["status"]) => nodes.some((node) => node.status === status);
  if (nodes.every(({ status }) => status === "done" || status === "skipped")) return "done";
  if (phase !== "failed" && phase !== "waiting") return phase;
  if (has("blocked")) return "failed";
  return has("waiting") ? "waiting" : phase;
}
