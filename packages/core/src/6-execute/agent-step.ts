import { AgentError, type TurnOutcome } from "../agent/agent.ts";
import { askForResult, type DataBlock, stepPrompt } from "../agent/step-prompt.ts";
import { replyBody, type StepResult, stepResultOf } from "../agent/step-result.ts";
import type { StepOutcome } from "../diagram/driver.ts";
import { foldLabel } from "../plan/labels.ts";
import type { PlanNode, StepOutput } from "../plan/plan.ts";
import { failureOfAgent, failureOfTurn } from "./agent-failure.ts";
import type { AgentSessions } from "./agent-sessions.ts";
import type { SessionKey } from "./session-key.ts";
import { outputOf } from "./step-output.ts";

export interface AgentStep {
  readonly node: PlanNode;
  readonly attempt: number;
  readonly key: SessionKey;
  /** Where the step stands, for the record: the skill's path and the step's id. */
  readonly path: string;
  readonly procedure: string;
  readonly total: number;
  readonly brief: string;
  readonly settled: readonly { readonly id: string; readonly label: string; readonly status: string }[];
  readonly data: readonly DataBlock[];
  /** Of a gate: the labels, one of which is to be the output. */
  readonly labels: readonly string[] | null;
}

/** Has an agent do one step. It is done only when the agent says so; asked once more, then failed (diagram.md 3). */
export async function runAgentStep(
  step: AgentStep,
  sessions: AgentSessions,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const { node, key, path } = step;
  const prompt = stepPrompt({ ...step, position: node.index + 1, id: node.id, label: node.label });
  try {
    const first = await sessions.prompt(key, path, prompt, signal);
    if (signal.aborted) return { type: "interrupted" };
    if (first.result !== "completed" || isAnswer(first, step.labels)) return outcomeOf(first);
    const second = await sessions.prompt(key, path, { instructions: askForResult(step.labels), data: [] }, signal);
    return signal.aborted ? { type: "interrupted" } : outcomeOf(second, first.text);
  } catch (error) {
    if (signal.aborted) return { type: "interrupted" };
    if (!(error instanceof AgentError)) throw error;
    const { failed, retryable } = failureOfAgent(error);
    return { type: "failed", error: `agent ${key.agent}: ${failed}`, retryable };
  } finally {
    if (node.type === "subagent") await sessions.end(key);
  }
}

function outcomeOf(turn: TurnOutcome, earlier = ""): StepOutcome {
  const text = earlier === "" ? turn.text : `${earlier}\n${turn.text}`;
  if (turn.result !== "completed") {
    const { failed: error, retryable } = failureOfTurn(turn);
    return { type: "failed", error, retryable, output: outputOf(replyBody(text)) };
  }
  const result = stepResultOf(turn.text);
  if (result === null) {
    const flags = turn.flags.length === 0 ? "" : ` (${turn.flags.join(", ")})`;
    const error = `the agent ended its turn without saying whether the step is done${flags}`;
    return { type: "failed", error, retryable: true, output: outputOf(text.trim()) };
  }
  if (result.status === "failed") {
    const error = `the agent reports: ${result.summary === "" ? "failed, without a reason" : result.summary}`;
    return { type: "failed", error, retryable: true, output: outputOf(replyBody(text)) };
  }
  return { type: "done", output: resultOutput(result, replyBody(text)) };
}

/** Whether a turn says what the step came to, and for a gate one of its labels. */
function isAnswer({ text }: TurnOutcome, labels: readonly string[] | null): boolean {
  const result = stepResultOf(text);
  if (result === null || result.status === "failed" || labels === null) return result !== null;
  const decided = typeof result.output === "string" ? foldLabel(result.output) : null;
  return labels.some((label) => foldLabel(label) === decided);
}

/** What later steps read: the declared output, else the reply, else the summary. */
function resultOutput(result: StepResult, body: string): StepOutput {
  if (result.output !== undefined) {
    return typeof result.output === "string"
      ? outputOf(result.output)
      : { text: JSON.stringify(result.output), json: result.output };
  }
  return outputOf(body === "" ? result.summary : body);
}
