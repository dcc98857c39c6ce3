import { toolLists } from "../5-authorise/tool-set.ts";
import { crashPoint } from "../journal/crash-point.ts";
import type { EventData } from "../journal/events.ts";
import { positionAt } from "../text/source-file.ts";
import { refusedCapabilities } from "./approvals.ts";
import { type AttemptOutcome, withTimeLimit } from "./attempt.ts";
import { backOff } from "./clock.ts";
import { executeChildren, type Surroundings } from "./execute.ts";
import type { ExecuteContext } from "./execute-context.ts";
import { type Ended, type Failure, isStop, type NodeResult, type Scope } from "./node-result.ts";
import { performSkill } from "./perform-skill.ts";
import type { PreparedSkill } from "./prepared.ts";

/** One invocation: its children first, then its implementation, tried as often as `retries` says (language.md 7.1, 7.2). */
export async function executeSkill(node: PreparedSkill, around: Surroundings, context: ExecuteContext): Promise<Ended> {
  const recorded = context.before.finished.get(node.path);
  if (recorded !== undefined) return recorded;
  const depth = around.depth + 1;
  if (depth > context.maxDepth) {
    return settle(
      node,
      [`the depth limit of ${context.maxDepth} skills is exceeded`],
      "DepthLimitExceeded",
      0,
      context,
    );
  }
  // Asked before the children run, so that a person gets every question of the document at once.
  context.approvals.confirm(node);
  const scope = await scopeOf(node, { ...around, depth }, context);
  if (isStop(scope)) return scope;
  const confirmation = context.approvals.confirm(node);
  if (confirmation === "open") return { stopped: "waiting", path: node.path };
  if (confirmation === "refused") return settle(node, [refusedCapabilities(node)], "CapabilityDenied", 0, context);
  const startedAt = context.clock.now();
  const { started, failures } = context.before.attempts.get(node.path) ?? { started: 0, failures: [] };
  const messages = [...failures];
  // A diagram that was interrupted goes on with its plan; anything else begins a new attempt (language.md 7.2).
  const first = node.mechanism.type === "diagram" ? failures.length + 1 : started + 1;
  for (let attempt = first; ; attempt++) {
    const outcome = await attemptSkill(node, scope, attempt, around, context);
    if ("stopped" in outcome) return outcome;
    const durationMs = Math.max(0, context.clock.now() - startedAt);
    if (!("failed" in outcome)) return finish(node, outcome, scope, durationMs, context);
    messages.push(outcome.failed);
    if (!outcome.retryable || messages.length > node.retries)
      return settle(node, messages, outcome.code, durationMs, context);
    const waitMs = backOff(messages.length);
    const data = { name: node.name, attempt, error: outcome.failed, waitMs };
    context.journal.append({ type: "node.retried", path: node.path, data });
    crashPoint("node-retried");
    await context.clock.wait(waitMs, around.signal);
  }
}

/** Under `wrapper` no child runs by itself: the scope is their source text (language.md 7.1). */
async function scopeOf(
  node: PreparedSkill,
  around: Surroundings,
  context: ExecuteContext,
): Promise<Scope | Awaited<ReturnType<typeof executeChildren>>> {
  if (node.policy === "wrapper") {
    const text = node.children.map((child) => (child.kind === "text" ? child.text : child.source)).join("");
    return { parts: [{ kind: "text", text }], isPartial: false };
  }
  const isSequential = node.policy === "sequential";
  return executeChildren(node.children, { ...around, isSequential, tolerance: "halt", previous: [] }, context);
}

async function attemptSkill(
  node: PreparedSkill,
  scope: Scope,
  attempt: number,
  around: Surroundings,
  context: ExecuteContext,
): Promise<AttemptOutcome> {
  if (around.signal.aborted || !context.budget.spend()) return { stopped: "interrupted", path: node.path };
  const { path } = node;
  context.journal.append({ type: "node.started", path, data: startOf(node) });
  crashPoint("node-started");
  const outcome = await withTimeLimit(node.timeoutMs, around.signal, (signal) =>
    performSkill(node, scope, attempt, { ...around, signal }, context),
  );
  crashPoint("node-performed");
  return around.signal.aborted && "failed" in outcome ? { stopped: "interrupted", path } : outcome;
}

/** What the trace tells of a node when it begins (language.md 7.6). */
function startOf({ name, implementation, definition, tools, at }: PreparedSkill): EventData["node.started"] {
  const { line, column } = positionAt(at.source, at.start);
  const source = { file: at.source.file, line, column };
  return { name, implementation, ...(definition ?? {}), source, tools: toolLists(tools) };
}

function finish(
  { name, path }: PreparedSkill,
  result: NodeResult,
  scope: Scope,
  durationMs: number,
  { journal }: ExecuteContext,
): NodeResult {
  const status = result.status === "success" && scope.isPartial ? "partial" : result.status;
  const ended = { ...result, status, text: status === "skipped" ? "" : result.text };
  journal.append({ type: "node.finished", path, data: { name, durationMs, ...ended } });
  crashPoint("node-finished");
  return ended;
}

/** It failed for good: `on-failure` of the node itself decides (language.md 7.2). */
function settle(
  node: PreparedSkill,
  messages: readonly string[],
  code: string,
  durationMs: number,
  { journal }: ExecuteContext,
): Ended {
  const { name, path, onFailure } = node;
  const message =
    messages.length === 1
      ? (messages[0] ?? "")
      : messages.map((text, index) => `attempt ${index + 1}: ${text}`).join("; ");
  const record = (status: "failed" | "skipped" | "partial", text: string) => {
    journal.append({ type: "node.finished", path, data: { name, status, durationMs, text, error: message } });
    crashPoint("node-finished");
  };
  if (onFailure === "skip") {
    record("skipped", "");
    return { status: "skipped", text: "", metadata: { error: message } };
  }
  if (onFailure === "partial") {
    const text = `[FAILED: ${name}: ${message}]`;
    record("partial", text);
    return { status: "partial", text, metadata: { error: message } };
  }
  record("failed", "");
  const failure: Failure = { path, name, code, message };
  return { stopped: "failed", failure };
}
