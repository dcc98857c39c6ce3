import { toolLists } from "../5-authorise/tool-set.ts";
import { withPersona } from "../agent/step-prompt.ts";
import { crashPoint } from "../journal/crash-point.ts";
import { failureOfTurn } from "./agent-failure.ts";
import { refusedCapabilities } from "./approvals.ts";
import type { AttemptOutcome } from "./attempt.ts";
import type { Surroundings } from "./execute.ts";
import type { ExecuteContext } from "./execute-context.ts";
import type { Ended, Scope } from "./node-result.ts";
import { agentFailures } from "./perform-skill.ts";
import type { PreparedDirective } from "./prepared.ts";
import { directivePrompt } from "./prompt-parts.ts";
import { sessionKey } from "./prompt-skill.ts";

/** The text of an `<agent>` (or of a `<session>` outside any) is its prompt; the reply takes the tag's place (language.md 7.4). */
export async function promptDirective(
  node: PreparedDirective,
  scope: Scope,
  around: Surroundings,
  context: ExecuteContext,
): Promise<Ended> {
  const { path, tools } = node;
  const { journal, clock } = context;
  const name = node.name === "" ? node.kind : node.name;
  const confirmation = context.approvals.confirm({ ...node, name });
  if (confirmation === "open") return { stopped: "waiting", path };
  if (around.signal.aborted || !context.budget.spend()) return { stopped: "interrupted", path };
  journal.append({ type: "node.started", path, data: { name, tools: toolLists(tools) } });
  crashPoint("node-started");
  const startedAt = clock.now();
  const outcome: AttemptOutcome =
    confirmation === "refused"
      ? { failed: refusedCapabilities(node), code: "CapabilityDenied", retryable: false }
      : await context.tasks.run(() => agentFailures(() => send(node, scope, around, context)));
  crashPoint("node-performed");
  if ("stopped" in outcome) return outcome;
  const durationMs = Math.max(0, clock.now() - startedAt);
  const background = node.isBackground ? { background: true } : {};
  if ("failed" in outcome) {
    const { failed: error, code } = outcome;
    journal.append({
      type: "node.finished",
      path,
      data: { name, status: "failed", durationMs, text: "", error, metadata: background },
    });
    return { stopped: "failed", failure: { path, name, code, message: error } };
  }
  const status = scope.isPartial ? "partial" : outcome.status;
  const metadata = { ...outcome.metadata, ...background };
  journal.append({ type: "node.finished", path, data: { name, status, durationMs, text: outcome.text, metadata } });
  crashPoint("node-finished");
  return { ...outcome, status, metadata };
}

async function send(
  node: PreparedDirective,
  scope: Scope,
  around: Surroundings,
  { sessions, params: runParams }: ExecuteContext,
): Promise<AttemptOutcome> {
  const key = sessionKey(node);
  if (key === null || sessions === null)
    throw new RangeError(`no agent in scope of ${node.path}: preparing must refuse it`);
  const asked = directivePrompt({ scope, params: {}, runParams, previous: around.previous });
  const parts = withPersona(asked, node.agent?.described?.persona);
  const turn = await sessions.prompt(key, node.path, parts, around.signal);
  if (around.signal.aborted) return { stopped: "interrupted", path: node.path };
  if (turn.result !== "completed") return failureOfTurn(turn);
  const usage = turn.usage === undefined ? {} : { usage: turn.usage };
  return { status: "success", text: turn.text, metadata: { flags: turn.flags, ...usage } };
}
