import { type DriverPort, drivePlan } from "../diagram/driver.ts";
import { createPlan, restorePlan } from "../plan/create-plan.ts";
import { edgesOf } from "../plan/graph.ts";
import { outcomeOf } from "../plan/outcome.ts";
import { nodeAt, type Plan, type ReadonlyPlan, stateAt } from "../plan/progress.ts";
import type { Store } from "../store/store.ts";
import type { AgentSessions } from "./agent-sessions.ts";
import { backOff, type Clock } from "./clock.ts";
import { type DiagramResult, failureText } from "./execute.ts";
import type { PreparedDiagram } from "./prepared.ts";
import type { RunJournal } from "./run-journal.ts";
import { runStep, type StepScope } from "./run-step.ts";
import type { ToolGate } from "./tool-step.ts";

/** What the diagrams of one run share. */
export interface DiagramContext {
  readonly store: Store;
  readonly journal: RunJournal;
  readonly gate: ToolGate;
  readonly sessions: AgentSessions | null;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly maxParallel: number;
  readonly workspace: string;
  readonly procedure: string;
  readonly params: Readonly<Record<string, string>>;
  readonly environment: readonly string[];
  readonly database: string | null;
}

/** Runs one diagram: a new plan is frozen, one that is there is gone on with (diagram.md 1 and 5). */
export async function runDiagram(diagram: PreparedDiagram, context: DiagramContext): Promise<DiagramResult> {
  const plan = openPlan(diagram, context);
  const scope: StepScope = {
    ...context,
    plan,
    run: context.journal.run,
    path: diagram.path,
    stdin: "",
    agent: agentOf(diagram),
  };
  const port = portOf(plan, scope, context);
  const end = await drivePlan(plan, port, { maxParallel: context.maxParallel, signal: context.signal });
  if (end === "aborted") return { status: "cancelled" };
  if (end === "interrupted") return { status: "interrupted" };
  const outcome = outcomeOf(plan);
  switch (outcome.status) {
    case "done":
      return { status: "done", text: resultText(plan) };
    case "waiting":
      return { status: "waiting" };
    case "failed":
      return { status: "failed", message: failureText(outcome) };
    case "running":
      throw new RangeError(`the drive of ${plan.definition.id} ended while it could go on`);
  }
}

function openPlan({ path, plan: definition }: PreparedDiagram, { store, journal }: DiagramContext): Plan {
  const stored = store.loadPlan(definition.id);
  if (stored === null) {
    journal.freeze(path, definition);
    return createPlan(definition);
  }
  return restorePlan(stored.definition, stored.steps, stored.edges, stored.checkpoints);
}

function agentOf({ agent, session }: PreparedDiagram): StepScope["agent"] {
  return agent === null ? null : { ...agent, session };
}

function portOf(plan: Plan, scope: StepScope, { store, journal, clock }: DiagramContext): DriverPort {
  const id = plan.definition.id;
  return {
    commit: (changes) => journal.commit(id, changes),
    runStep: (node, attempt, signal) => runStep(scope, node, attempt, signal),
    answered: () =>
      plan.current.size === 0
        ? []
        : store
            .checkpointsOf(id)
            .filter(({ id: checkpoint, answer }) => answer !== undefined && isCurrent(plan, checkpoint)),
    now: clock.now,
    backOff: (failures) => backOff(failures),
    wait: clock.wait,
  };
}

function isCurrent(plan: ReadonlyPlan, checkpoint: string): boolean {
  const step = plan.checkpoints.get(checkpoint)?.step;
  const index = step === undefined ? undefined : plan.graph.indexOf.get(step);
  return index !== undefined && plan.current.get(index) === checkpoint;
}

/** What takes the skill's place: the outputs of the steps that nothing live follows, in diagram order. */
function resultText(plan: ReadonlyPlan): string {
  const texts = plan.definition.nodes.flatMap(({ index }) => {
    const { status, output } = stateAt(plan, index);
    const isLast = ![...edgesOf(plan.graph.out, index)].some((edge) => leadsOn(plan, edge));
    return status === "done" && isLast && output !== undefined && output.text !== "" ? [output.text.trimEnd()] : [];
  });
  return texts.join("\n");
}

function leadsOn(plan: ReadonlyPlan, index: number): boolean {
  const edge = plan.definition.edges[index];
  if (edge === undefined || edge.to === null || plan.edges[index] !== "live") return false;
  return stateAt(plan, nodeAt(plan, edge.to).index).status === "done";
}
