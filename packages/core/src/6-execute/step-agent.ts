import type { StepOutcome } from "../diagram/driver.ts";
import { labelsOf } from "../plan/gates.ts";
import { foldLabel } from "../plan/labels.ts";
import type { PlanNode } from "../plan/plan.ts";
import { stateAt } from "../plan/progress.ts";
import { ToolError } from "../tools/tool-error.ts";
import { runAgentStep } from "./agent-step.ts";
import type { StepAttempt, StepScope } from "./run-step.ts";
import type { SessionKey } from "./session-key.ts";
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
  const labels = labelsOf(scope.plan, node.index);
  const outcome = await prompted(step, labels);
  if (outcome.type !== "done") return outcome;
  const decided = labels.find((label) => foldLabel(label) === foldLabel(outcome.output.text));
  if (decided !== undefined) return { ...outcome, label: decided };
  return {
    type: "ask",
    message: `${message} (the agent answered ${JSON.stringify(outcome.output.text.slice(0, 200))})`,
    output: outcome.output,
  };
}

async function prompted(
  { scope, node, attempt, signal }: StepAttempt,
  labels: readonly string[] | null,
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
    const prompt = { node, attempt, key, path: stepPath, procedure, total, brief, settled, data, labels };
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
  const key = { agent: agent.name, tools: node.tools, ...(model === undefined ? {} : { model }) };
  if (node.type === "subagent")
    return { ...key, session: `${plan.definition.id}/${node.id}#${attempt}`, isFresh: true };
  return { ...key, session: node.type === "session" ? (node.session ?? node.origin) : agent.session };
}
