import { AgentError, type TurnOutcome } from "../agent/agent.ts";
import { decides, resultDesk } from "../agent/result-desk.ts";
import { askForResult, type DataBlock, stepPrompt, withPersona } from "../agent/step-prompt.ts";
import { replyBody, type StepResult, stepResultOf } from "../agent/step-result.ts";
import type { StepOutcome } from "../diagram/driver.ts";
import type { PlanNode, StepOutput } from "../plan/plan.ts";
import { failureOfAgent, failureOfTurn } from "./agent-failure.ts";
import type { AgentSessions } from "./agent-sessions.ts";
import type { SessionKey } from "./session-key.ts";
import { outputOf } from "./step-output.ts";

export interface AgentStep {
  readonly node: PlanNode;
  readonly attempt: number;
  readonly key: SessionKey;
  /** Of the file that describes the agent. */
  readonly persona: string | undefined;
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
  const { node, key, path, labels } = step;
  const desk = resultDesk(labels);
  const asked = stepPrompt({ ...step, position: node.index + 1, id: node.id, label: node.label });
  const given = withPersona(asked, step.persona);
  try {
    const first = await sessions.prompt(key, path, given, signal, desk);
    if (signal.aborted) return { type: "interrupted" };
    const isAnswered = desk.taken() !== null || isAnswer(first, labels);
    if (first.result !== "completed" || isAnswered) return outcomeOf(first, desk.taken());
    const second = await sessions.prompt(key, path, askForResult(labels), signal, desk);
    return signal.aborted ? { type: "interrupted" } : outcomeOf(second, desk.taken(), first.text);
  } catch (error) {
    if (signal.aborted) return { type: "interrupted" };
    if (!(error instanceof AgentError)) throw error;
    const { failed, code, retryable } = failureOfAgent(error);
    return { type: "failed", error: `${prefixOf(code)}agent ${key.agent}: ${failed}`, retryable };
  } finally {
    if (node.type === "subagent") await sessions.end(key);
  }
}

/** What was said by the tool counts, else what the reply says at its end. */
function outcomeOf(turn: TurnOutcome, given: StepResult | null, earlier = ""): StepOutcome {
  const text = earlier === "" ? turn.text : `${earlier}\n${turn.text}`;
  if (turn.result !== "completed") {
    const { failed, code, retryable } = failureOfTurn(turn);
    return { type: "failed", error: `${prefixOf(code)}${failed}`, retryable, output: outputOf(replyBody(text)) };
  }
  const result = given ?? stepResultOf(turn.text);
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
  return result !== null && decides(result, labels);
}

/** Of a tool step's failures the code stands before the message, and so it does where an agent broke its constraint. */
function prefixOf(code: string): string {
  return code === "ToolDenied" ? "ToolDenied: " : "";
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
