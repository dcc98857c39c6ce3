import { join } from "node:path";
import type { StepOutcome } from "../diagram/driver.ts";
import { hasFallback, labelsOf } from "../plan/gates.ts";
import { foldLabel } from "../plan/labels.ts";
import type { StepOutput, ToolBlock } from "../plan/plan.ts";
import type { ToolCall, ToolContext, ToolResult } from "../tools/tool.ts";
import type { StepAttempt } from "./run-step.ts";
import { decidedByParent } from "./step-agent.ts";
import { asksToExit, lastLine, withJson } from "./step-output.ts";
import { valuesFor } from "./step-values.ts";
import type { ToolRefusal } from "./tool-step.ts";

type Failed = Extract<StepOutcome, { type: "failed" }>;
type Done = Extract<StepOutcome, { type: "done" }>;

const outputLimit = 256 * 1024;

/** A step whose one block or `run` the runtime itself runs, as written (diagram.md 3, tool). */
export async function toolStep(step: StepAttempt, block: ToolBlock): Promise<StepOutcome> {
  const result = await callTool(step, block);
  if (isInterrupted(result, step.signal)) return { type: "interrupted" };
  const failure = failureOf(result);
  if (failure !== null) return failure;
  const output = outputOfResult(result);
  return { type: "done", output, ...(step.node.type === "loop" && asksToExit(output) ? { exitLoop: true } : {}) };
}

/** A gate decided by a tool: its last line if that is a label, else pass or fail by the exit status (diagram.md 3, gate). */
export async function toolGateStep(step: StepAttempt, block: ToolBlock): Promise<StepOutcome> {
  const result = await callTool(step, block);
  if (isInterrupted(result, step.signal)) return { type: "interrupted" };
  const failure = failureOf(result);
  const hasRun = !("refused" in result) && (result.failure === undefined || result.failure.code === "failed");
  if (failure !== null && !hasRun) return failure;
  const output = outputOfResult(result);
  const { plan } = step.scope;
  const { index } = step.node;
  const labels = new Set(labelsOf(plan, index).map(foldLabel));
  const last = lastLine(output.text);
  if (labels.has(foldLabel(last))) return { type: "done", output, label: last };
  const isPassOrFail = labels.size === 2 && labels.has("pass") && labels.has("fail");
  if (isPassOrFail) return { type: "done", output, label: failure === null ? "pass" : "fail" };
  if (failure !== null) return failure;
  const asIs: StepOutcome = { type: "done", output, label: last };
  return hasFallback(plan, index) ? asIs : ((await decidedByParent(step, output)) ?? asIs);
}

/** What the step came to, if its `verify` command says that it is so. */
export async function isVerified(step: StepAttempt, command: string, outcome: Done): Promise<StepOutcome> {
  const result = await callTool(step, { tool: "bash", text: command });
  if (isInterrupted(result, step.signal)) return { type: "interrupted" };
  const failure = failureOf(result);
  return failure === null ? outcome : { ...failure, error: `verify: ${failure.error}`, output: outcome.output };
}

function callTool({ scope, node, attempt, signal }: StepAttempt, block: ToolBlock): Promise<ToolResult | ToolRefusal> {
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

function failureOf(result: ToolResult | ToolRefusal): Failed | null {
  if ("refused" in result) return { type: "failed", error: `${result.code}: ${result.refused}`, retryable: false };
  if (result.failure === undefined) return null;
  const { code, message } = result.failure;
  return { type: "failed", error: message, retryable: code !== "refused", output: result.output };
}

function outputOfResult(result: ToolResult | ToolRefusal): StepOutput {
  return "refused" in result ? { text: "" } : withJson(result.output);
}
