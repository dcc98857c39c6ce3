import { type PromptParts, withPersona } from "../agent/step-prompt.ts";
import { failureOfTurn } from "./agent-failure.ts";
import type { AttemptOutcome } from "./attempt.ts";
import type { Surroundings } from "./execute.ts";
import type { ExecuteContext } from "./execute-context.ts";
import type { Scope } from "./node-result.ts";
import type { Mechanism, PreparedNode, PreparedSkill } from "./prepared.ts";
import { skillPrompt } from "./prompt-parts.ts";
import { askedAgain, askedFor, type ReturnedValue, readReturns } from "./returns.ts";
import { agentKey, type SessionKey } from "./session-key.ts";

/**
 * Sends a skill's prompt to the agent in scope. Where the interface declares returns, the reply must hold them: the agent is
 * told precisely what is wrong and asked again, once more than `retries` allows attempts (language.md 7.3).
 */
export async function promptSkill(
  node: PreparedSkill & { readonly mechanism: Extract<Mechanism, { type: "prompt" }> },
  scope: Scope,
  around: Surroundings,
  context: ExecuteContext,
): Promise<AttemptOutcome> {
  const { mechanism, name, params, returns, path } = node;
  const { sessions } = context;
  const key = sessionKey(node);
  if (key === null || sessions === null) throw new RangeError(`no agent in scope of ${path}: preparing must refuse it`);
  const first = skillPrompt(name, mechanism.description, mechanism.instructions, askedFor(returns), {
    scope,
    params,
    runParams: context.params,
    previous: around.previous,
  });
  let parts: PromptParts = withPersona(first, node.agent?.described?.persona);
  for (let asked = 0; ; asked++) {
    const turn = await sessions.prompt(key, path, parts, around.signal);
    if (around.signal.aborted) return { stopped: "interrupted", path };
    if (turn.result !== "completed") return failureOfTurn(turn);
    const metadata = { flags: turn.flags, ...(turn.usage === undefined ? {} : { usage: turn.usage }) };
    if (returns === null) return { status: "success", text: turn.text, metadata };
    const read = readReturns(returns, turn.text);
    if (read.ok) return { status: "success", text: textOfValue(read), metadata: { ...metadata, returns: read.value } };
    if (asked >= Math.max(1, node.retries))
      return {
        failed: `the reply does not hold what is asked: ${read.feedback}`,
        code: "ReturnsMismatch",
        retryable: false,
      };
    parts = { instructions: askedAgain(returns, read.feedback), data: [] };
  }
}

/** The agent session that a prompt of this element goes to; null when no agent is in scope. */
export function sessionKey({ agent, session, tools }: Exclude<PreparedNode, { kind: "text" }>): SessionKey | null {
  if (agent === null) return null;
  return { ...agentKey(agent), session, tools };
}

function textOfValue({ value }: ReturnedValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
