import { AgentError, type TurnOutcome } from "../agent/agent.ts";
import { askForResult, type DataBlock, renderPrompt, stepPrompt } from "../agent/step-prompt.ts";
import { replyBody, type StepResult, stepResultOf } from "../agent/step-result.ts";
import type { StepOutcome } from "../diagram/driver.ts";
import type { PlanNode, StepOutput } from "../plan/plan.ts";
import type { AgentSessions, SessionKey } from "./agent-sessions.ts";

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
  readonly nonce: string;
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
    const first = await sessions.prompt(key, path, renderPrompt(prompt, step.nonce), signal);
    if (signal.aborted) return { type: "interrupted" };
    if (first.result !== "completed" || stepResultOf(first.text) !== null) return outcomeOf(first);
    const second = await sessions.prompt(key, path, askForResult, signal);
    return signal.aborted ? { type: "interrupted" } : outcomeOf(second, first.text);
  } catch (error) {
    if (signal.aborted) return { type: "interrupted" };
    if (!(error instanceof AgentError)) throw error;
    const retryable = error.code === "exited" || error.code === "timeout";
    return { type: "failed", error: `agent ${key.agent}: ${error.message}`, retryable };
  } finally {
    if (node.type === "subagent") await sessions.end(key);
  }
}

function outcomeOf(turn: TurnOutcome, earlier = ""): StepOutcome {
  const text = earlier === "" ? turn.text : `${earlier}\n${turn.text}`;
  if (turn.result !== "completed") {
    const retryable = turn.result === "agent_error" || turn.result === "agent_exited" || turn.result === "limit";
    return {
      type: "failed",
      error: whyNot(turn),
      retryable: retryable && !isFinal(turn),
      output: outputOf(replyBody(text)),
    };
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

function isFinal(turn: TurnOutcome): boolean {
  return turn.failure === "authentication" || turn.failure === "tool_denied" || turn.failure === "mode_changed";
}

function whyNot(turn: TurnOutcome): string {
  const reason = turn.error ?? turn.stopReason;
  return `the agent's turn ended as ${turn.result}${reason === undefined ? "" : `: ${reason}`}`;
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

/** A text with its JSON value, where it parses as one. */
export function outputOf(text: string): StepOutput {
  const trimmed = text.trim();
  if (!/^[[{"\-0-9tfn]/.test(trimmed)) return { text };
  try {
    return { text, json: JSON.parse(trimmed) };
  } catch {
    // Text that only begins like JSON is just text.
    return { text };
  }
}
