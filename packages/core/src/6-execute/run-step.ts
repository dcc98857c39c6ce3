import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { StepOutcome } from "../diagram/driver.ts";
import { labelsOf } from "../plan/gates.ts";
import { foldLabel } from "../plan/labels.ts";
import type { PlanNode, StepOutput, ToolBlock } from "../plan/plan.ts";
import type { ReadonlyPlan } from "../plan/progress.ts";
import { stateAt } from "../plan/progress.ts";
import type { ToolCall, ToolContext, ToolResult } from "../tools/tool.ts";
import { ToolError } from "../tools/tool-error.ts";
import type { AgentSessions, SessionKey } from "./agent-sessions.ts";
import { outputOf, runAgentStep } from "./agent-step.ts";
import { briefAndData, valuesFor } from "./step-values.ts";
import type { ToolGate, ToolRefusal } from "./tool-step.ts";

/** Where the steps of one plan run: what encloses them, and what they run with. */
export interface StepScope {
  readonly plan: ReadonlyPlan;
  readonly run: string;
  /** Path of the skill in the document. */
  readonly path: string;
  /** What the procedure is called, for prompts. */
  readonly procedure: string;
  readonly workspace: string;
  readonly params: Readonly<Record<string, string>>;
  readonly environment: readonly string[];
  readonly database: string | null;
  readonly stdin: string;
  readonly gate: ToolGate;
  /** Null when no agent is in scope, or none may be reached. */
  readonly agent: { readonly name: string; readonly model?: string; readonly session: string } | null;
  readonly sessions: AgentSessions | null;
}

const outputLimit = 256 * 1024;

/** Runs one attempt at a step, by its type (diagram.md 3). */
export async function runStep(
  scope: StepScope,
  node: PlanNode,
  attempt: number,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const outcome = await performed(scope, node, attempt, signal);
  if (outcome.type !== "done" || node.verify === undefined) return outcome;
  const verified = await callTool(scope, node, attempt, signal, { tool: "bash", text: node.verify });
  if (isInterrupted(verified, signal)) return { type: "interrupted" };
  const failure = failureOf(verified);
  return failure === null
    ? outcome
    : { type: "failed", error: `verify: ${failure.error}`, retryable: failure.retryable, output: outcome.output };
}

function performed(scope: StepScope, node: PlanNode, attempt: number, signal: AbortSignal): Promise<StepOutcome> {
  switch (node.type) {
    case "tool":
    case "loop":
      return node.block === undefined
        ? agentStep(scope, node, attempt, signal)
        : toolStep(scope, node, node.block, attempt, signal);
    case "prompt":
    case "subagent":
    case "session":
      return agentStep(scope, node, attempt, signal);
    case "gate":
      return node.block === undefined ? undecided(node) : toolGateStep(scope, node, node.block, attempt, signal);
    case "manual":
    case "pass":
      throw new RangeError(`a ${node.type} step is never run: ${node.id}`);
  }
}

async function toolStep(
  scope: StepScope,
  node: PlanNode,
  block: ToolBlock,
  attempt: number,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const result = await callTool(scope, node, attempt, signal, block);
  if (isInterrupted(result, signal)) return { type: "interrupted" };
  const failure = failureOf(result);
  if (failure !== null) return failure;
  const output = withJson("refused" in result ? { text: "" } : result.output);
  return { type: "done", output, ...(node.type === "loop" && asksToExit(output) ? { exitLoop: true } : {}) };
}

/** A gate decided by a tool: its last line if that is a label, else pass or fail by the exit status (diagram.md 3, gate). */
async function toolGateStep(
  scope: StepScope,
  node: PlanNode,
  block: ToolBlock,
  attempt: number,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const result = await callTool(scope, node, attempt, signal, block);
  if (isInterrupted(result, signal)) return { type: "interrupted" };
  if ("refused" in result) return { type: "failed", error: `${result.code}: ${result.refused}`, retryable: false };
  const output = withJson(result.output);
  const labels = labelsOf(scope.plan, node.index).map(foldLabel);
  const last = lastLine(output.text);
  if (labels.includes(foldLabel(last))) return { type: "done", output, label: last };
  const isPassOrFail = new Set(labels).size === 2 && labels.includes("pass") && labels.includes("fail");
  if (isPassOrFail && result.exitCode !== null)
    return { type: "done", output, label: result.exitCode === 0 ? "pass" : "fail" };
  return failureOf(result) ?? { type: "done", output, label: last };
}

async function undecided(node: PlanNode): Promise<StepOutcome> {
  return { type: "ask", message: node.brief === "" ? node.label : node.brief };
}

async function agentStep(scope: StepScope, node: PlanNode, attempt: number, signal: AbortSignal): Promise<StepOutcome> {
  const { agent, sessions, plan, procedure, path } = scope;
  if (agent === null || sessions === null)
    throw new RangeError(`no agent in scope of step ${node.id}: preparing must refuse it`);
  const nonce = randomBytes(6).toString("hex");
  const model = node.model ?? agent.model;
  const key: SessionKey = {
    agent: agent.name,
    ...(model === undefined ? {} : { model }),
    session:
      node.type === "subagent"
        ? `${node.id}#${attempt}`
        : node.type === "session"
          ? (node.session ?? node.origin)
          : agent.session,
    tools: node.tools,
  };
  try {
    const { brief, data } = briefAndData(plan, node, valuesFor(plan, node, scope.params));
    const settled = plan.definition.nodes.flatMap(({ id, label, index }) => {
      const { status } = stateAt(plan, index);
      return status === "done" || status === "skipped" ? [{ id, label, status }] : [];
    });
    const total = plan.definition.nodes.length;
    const outcome = await runAgentStep(
      { node, attempt, key, path: `${path}/${node.id}`, procedure, total, brief, settled, data, nonce },
      sessions,
      signal,
    );
    if (outcome.type !== "done" || node.type !== "loop" || !asksToExit(outcome.output)) return outcome;
    return { ...outcome, exitLoop: true };
  } catch (error) {
    if (error instanceof ToolError) return { type: "failed", error: error.message, retryable: false };
    throw error;
  }
}

function callTool(
  scope: StepScope,
  node: PlanNode,
  attempt: number,
  signal: AbortSignal,
  block: ToolBlock,
): Promise<ToolResult | ToolRefusal> {
  const { plan, run, workspace, environment } = scope;
  const database = block.database ?? scope.database ?? undefined;
  const call: ToolCall = { block: block.text, stdin: scope.stdin, ...(database === undefined ? {} : { database }) };
  const context: ToolContext = {
    ...valuesFor(plan, node, scope.params),
    workspace,
    run,
    step: node.id,
    attempt,
    marker: run,
    environment,
    temporaryFolder: join(workspace, ".aml", "tmp", run),
    outputLimit,
    ...(node.timeoutMs === undefined ? {} : { timeoutMs: node.timeoutMs }),
    signal,
  };
  return scope.gate.call({
    tools: node.tools,
    step: { plan: plan.definition.id, step: node.id, attempt },
    path: `${scope.path}/${node.id}`,
    tool: block.tool,
    call,
    context,
  });
}

function isInterrupted(result: ToolResult | ToolRefusal, signal: AbortSignal): boolean {
  return signal.aborted && "failure" in result && result.failure?.code === "aborted";
}

function failureOf(result: ToolResult | ToolRefusal): Extract<StepOutcome, { type: "failed" }> | null {
  if ("refused" in result) return { type: "failed", error: `${result.code}: ${result.refused}`, retryable: false };
  if (result.failure === undefined) return null;
  const { code, message } = result.failure;
  return { type: "failed", error: message, retryable: code !== "refused", output: result.output };
}

function withJson(output: StepOutput): StepOutput {
  return output.json !== undefined || output.truncated !== undefined ? output : { ...outputOf(output.text), ...output };
}

/** The body of a loop ends it early by `{"exit": true}` as its whole output, or `AML_EXIT_LOOP` as its last line. */
function asksToExit({ text, json }: StepOutput): boolean {
  if (lastLine(text) === "AML_EXIT_LOOP") return true;
  return (
    typeof json === "object" && json !== null && "exit" in json && json.exit === true && Object.keys(json).length === 1
  );
}

function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1)?.trim() ?? "";
}
