import { type DriverPort, drivePlan } from "../diagram/driver.ts";
import { openCheckpoints } from "../plan/checkpoints.ts";
import { createPlan, restorePlan } from "../plan/create-plan.ts";
import { edgesOf } from "../plan/graph.ts";
import { outcomeOf, type PlanOutcome } from "../plan/outcome.ts";
import type { PlanDefinition } from "../plan/plan.ts";
import { nodeAt, type Plan, type ReadonlyPlan, stateAt } from "../plan/progress.ts";
import { type StoredPlan, StoreError } from "../store/store.ts";
import type { AttemptOutcome } from "./attempt.ts";
import { backOff } from "./clock.ts";
import type { Surroundings } from "./execute.ts";
import type { ExecuteContext } from "./execute-context.ts";
import { attemptPlanId } from "./plan-id.ts";
import type { PreparedDiagram } from "./prepared.ts";
import { runStep, type StepScope } from "./run-step.ts";

/** Who answers where `on-failure` or `retries` deals with a failure. */
const theDocument = "on-failure";

/** Runs one diagram: a new plan is frozen, one that is there is gone on with (diagram.md 1 and 5). */
export async function runDiagram(
  diagram: PreparedDiagram,
  attempt: number,
  around: Pick<Surroundings, "signal" | "tolerance">,
  context: ExecuteContext,
): Promise<AttemptOutcome> {
  const { path } = diagram;
  const plan = openPlan(path, planOfAttempt(diagram.mechanism.plan, attempt), context);
  if ("conflict" in plan) return { failed: plan.conflict, code: "PlanConflict", retryable: false };
  const scope: StepScope = {
    ...context,
    gatesForPeople: diagram.mechanism.gatesForPeople,
    params: { ...context.params, ...diagram.params },
    plan,
    run: context.journal.run,
    path,
    stdin: "",
    agent: agentOf(diagram),
    parent: diagram.parent,
  };
  const port = portOf(plan, scope, context);
  const { signal } = around;
  const end = await drivePlan(plan, port, { maxParallel: context.maxParallel, signal });
  if (end === "aborted") return { stopped: "cancelled", path };
  if (end === "interrupted") return { stopped: "interrupted", path };
  const outcome = outcomeOf(plan);
  if (outcome.status === "running")
    throw new RangeError(`the drive of ${plan.definition.id} ended while it could go on`);
  const failure = failureIn(plan, outcome);
  if (failure === null) {
    if (outcome.status === "waiting") return { stopped: "waiting", path };
    return { status: "success", text: resultText(plan), metadata: { plan: plan.definition.id } };
  }
  const failed: AttemptOutcome = { failed: failure, code: "StepBlocked", retryable: true };
  const isHandled = diagram.onFailure !== "halt" || around.tolerance !== "halt" || attempt <= diagram.retries;
  if (!isHandled || !cancelBlocked(plan, context)) return failed;
  await drivePlan(plan, port, { maxParallel: context.maxParallel, signal });
  return failed;
}

/** `retries` makes a new plan per attempt (diagram.md 1). */
function planOfAttempt(plan: PlanDefinition, attempt: number): PlanDefinition {
  return { ...plan, id: attemptPlanId(plan.id, attempt) };
}

/** Nobody is to be asked about a step whose failure the document deals with (diagram.md 5, how a run ends). */
function cancelBlocked(plan: ReadonlyPlan, { store, journal, clock }: ExecuteContext): boolean {
  const at = new Date(clock.now()).toISOString();
  const blocked = openCheckpoints(plan).filter(
    ({ reason, choices }) => reason === "blocked" && choices.some(({ id }) => id === "cancel"),
  );
  for (const { id } of blocked) store.answer(journal.run, id, { choice: "cancel", actor: theDocument, at });
  return blocked.length > 0 && plan.counts.blocked > 0;
}

/**
 * Why an attempt at a plan has failed, null when it has not. Once its failure was dealt with nothing of it is blocked any
 * more: a crash just then must not turn it into a success.
 */
function failureIn(plan: ReadonlyPlan, outcome: PlanOutcome): string | null {
  const dealtWith = [...plan.checkpoints.values()].filter(({ answer }) => answer?.actor === theDocument);
  const told = dealtWith.map(({ step, message }) => `${step} blocked: ${message}`);
  if (outcome.status === "failed") told.push(failureText(outcome));
  return told.length === 0 ? null : told.join("; ");
}

/** A plan's outcome in the words of a failure. */
export function failureText({ obstacles }: Extract<PlanOutcome, { status: "failed" }>): string {
  const blocked = obstacles.filter(({ status }) => status === "blocked");
  const named = blocked.length > 0 ? blocked : obstacles;
  return named.map(({ step, status, why }) => `${step} ${status}: ${why}`).join("; ");
}

/** The plan as it is now; another run may have taken a chosen id since this one began. */
function openPlan(
  path: string,
  definition: PlanDefinition,
  { store, journal }: ExecuteContext,
): Plan | { readonly conflict: string } {
  const stored = store.loadPlan(definition.id) ?? freezeFirst(path, definition, { store, journal });
  if (stored === null) return createPlan(definition);
  if (stored.run !== journal.run || stored.path !== path)
    return {
      conflict: `the plan id ${definition.id} is taken by run ${stored.run}; end this run with aml cancel ${journal.run}`,
    };
  return restorePlan(stored.definition, stored.steps, stored.edges, stored.checkpoints);
}

/** Null when the plan is new; what another process has frozen under its id just now otherwise. */
function freezeFirst(
  path: string,
  definition: PlanDefinition,
  { store, journal }: Pick<ExecuteContext, "store" | "journal">,
): StoredPlan | null {
  try {
    journal.freeze(path, definition);
    return null;
  } catch (error) {
    if (!(error instanceof StoreError && error.code === "exists")) throw error;
    return store.loadPlan(definition.id);
  }
}

function agentOf({ agent, session }: PreparedDiagram): StepScope["agent"] {
  return agent === null ? null : { ...agent, session };
}

function portOf(plan: Plan, scope: StepScope, { store, journal, clock, tasks, budget }: ExecuteContext): DriverPort {
  const id = plan.definition.id;
  return {
    commit: (changes) => journal.commit(id, changes),
    runStep: (node, attempt, signal) =>
      tasks.run(async () => (budget.spend() ? runStep({ scope, node, attempt, signal }) : { type: "interrupted" })),
    answered: () =>
      plan.current.size === 0
        ? []
        : store
            .checkpointsOf(id)
            .filter(({ id: checkpoint, answer }) => answer !== undefined && isCurrent(plan, checkpoint)),
    onAnswer(listener) {
      journal.subscribe(({ type }) => {
        if (type === "checkpoint.answered") listener();
      });
    },
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
export function resultText(plan: ReadonlyPlan): string {
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
