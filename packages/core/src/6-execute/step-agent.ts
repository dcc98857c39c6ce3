import type { DataBlock } from "../agent/step-prompt.ts";
import type { StepOutcome } from "../diagram/driver.ts";
import { hasFallback, labelsOf } from "../plan/gates.ts";
import { foldLabel } from "../plan/labels.ts";
import type { PlanNode, StepOutput } from "../plan/plan.ts";
import { stateAt } from "../plan/progress.ts";
import { ToolError } from "../tools/tool-error.ts";
import { runAgentStep } from "./agent-step.ts";
import type { StepAttempt, StepScope } from "./run-step.ts";
import { agentKey, type SessionKey } from "./session-key.ts";
import { asksToExit } from "./step-output.ts";
import { briefAndData, valuesFor } from "./step-values.ts";

/** A step that the agent in scope does (diagram.md 3). */
export async function agentStep(step: StepAttempt): Promise<StepOutcome> {
  const outcome = await prompted(step, null);
  if (outcome.type !== "done" || step.node.type !== "loop" || !asksToExit(outcome.output)) return outcome;
  return { ...outcome, exitLoop: true };
}

/** A gate that no tool decides: the agent in scope is asked for one of its labels, else a person is (diagram.md 3, gate). */
export async function agentGate(step: StepAttempt): Promise<StepOutcome> {
  const { scope, node } = step;
  const message = node.brief === "" ? node.label : node.brief;
  const isForPeople = !scope.agentGates || scope.gatesForPeople.has(node.id);
  if (isForPeople || scope.agent === null || scope.sessions === null) return { type: "ask", message };
  const outcome = await prompted(step, labelsOf(scope.plan, node.index));
  if (outcome.type !== "done") return outcome;
  const label = labelIn(step, outcome.output);
  if (label !== null) return { ...outcome, label };
  // What no label matches is what a fallback is for.
  if (hasFallback(scope.plan, node.index)) return { ...outcome, label: outcome.output.text };
  return (await decidedByParent(step, outcome.output)) ?? askAbout(step, outcome.output);
}

/** What the session around decides about a gate whose own answer was none of its labels; null when it does not (diagram.md 5). */
export async function decidedByParent(step: StepAttempt, said: StepOutput): Promise<StepOutcome | null> {
  const { agentGates, parent, sessions, plan, path } = step.scope;
  if (!agentGates || parent === null || sessions === null) return null;
  const { id, index } = step.node;
  const first: DataBlock = { label: `first answer at ${id}`, source: `${path}/${id}`, text: said.text };
  const scope = { ...step.scope, agent: parent, parent: null };
  const outcome = await prompted({ ...step, scope }, labelsOf(plan, index), [first]);
  if (outcome.type === "interrupted") return outcome;
  const label = outcome.type === "done" ? labelIn(step, outcome.output) : null;
  return outcome.type === "done" && label !== null ? { ...outcome, label } : null;
}

/** The label that an answer names, as the diagram spells it. */
function labelIn({ scope, node }: StepAttempt, { text }: StepOutput): string | null {
  return labelsOf(scope.plan, node.index).find((label) => foldLabel(label) === foldLabel(text)) ?? null;
}

function askAbout({ node }: StepAttempt, output: StepOutput): StepOutcome {
  const message = node.brief === "" ? node.label : node.brief;
  return {
    type: "ask",
    message: `${message} (the agent answered ${JSON.stringify(output.text.slice(0, 200))})`,
    output,
  };
}

async function prompted(
  { scope, node, attempt, signal }: StepAttempt,
  labels: readonly string[] | null,
  more: readonly DataBlock[] = [],
): Promise<StepOutcome> {
  const { sessions, plan, procedure, path } = scope;
  const key = sessionKey(scope, node, attempt);
  if (key === null || sessions === null)
    throw new RangeError(`no agent in scope of step ${node.id}: preparing must refuse it`);
  try {
    const { brief, data, warnings } = briefAndData(plan, node, valuesFor(plan, node, scope.params));
    for (const message of warnings)
      scope.journal.append({ type: "note.recorded", path: `${path}/${node.id}`, data: { code: "values", message } });
    const settled = plan.definition.nodes.flatMap(({ id, label, index }) => {
      const { status } = stateAt(plan, index);
      return status === "done" || status === "skipped" ? [{ id, label, status }] : [];
    });
    const total = plan.definition.nodes.length;
    const stepPath = `${path}/${node.id}`;
    const persona = scope.agent?.described?.persona;
    const prompt = {
      node,
      attempt,
      key,
      persona,
      path: stepPath,
      procedure,
      total,
      brief,
      settled,
      data: [...data, ...more],
      labels,
    };
    return await runAgentStep(prompt, sessions, signal);
  } catch (error) {
    // A reference of the brief that cannot be filled.
    if (error instanceof ToolError) return { type: "failed", error: error.message, retryable: false };
    throw error;
  }
}

/** One session serves one agent, session name and tool set; a subagent gets a fresh one (diagram.md 3). */
function sessionKey({ agent, plan }: StepScope, node: PlanNode, attempt: number): SessionKey | null {
  if (agent === null) return null;
  const model = node.model ?? agent.model;
  const key = { ...agentKey(agent), tools: node.tools, ...(model === undefined ? {} : { model }) };
  if (node.type === "subagent")
    return { ...key, session: `${plan.definition.id}/${node.id}#${attempt}`, isFresh: true };
  return { ...key, session: node.type === "session" ? (node.session ?? node.origin) : agent.session };
}
