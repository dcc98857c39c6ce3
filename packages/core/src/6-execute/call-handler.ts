import type { AttemptOutcome } from "./attempt.ts";
import type { Surroundings } from "./execute.ts";
import type { ExecuteContext } from "./execute-context.ts";
import type { Handler, HandlerInput, HandlerResult } from "./handler.ts";
import { type Scope, scopeText } from "./node-result.ts";
import type { PreparedSkill } from "./prepared.ts";
import { type Unfinished, wrappedChildren } from "./wrapped-children.ts";

/** Calls the host's handler; whatever it throws is a failure of the attempt, with its message. */
export async function callHandler(
  node: PreparedSkill,
  scope: Scope,
  attempt: number,
  around: Surroundings,
  context: ExecuteContext,
): Promise<AttemptOutcome> {
  const { name, path, params, tools, policy } = node;
  const handler = context.handlers.get(node.implementation);
  if (handler === undefined) throw new RangeError(`no handler ${node.implementation}: preparing must not choose it`);
  const unfinished: Unfinished[] = [];
  const children =
    policy === "wrapper" ? wrappedChildren(node.children, around, context, (stop) => void unfinished.push(stop)) : [];
  const { previous, signal } = around;
  const input = { name, path, attempt, scope: scopeText(scope), params, previous, tools, signal, children };
  const outcome = await called(handler, input, node.implementation);
  return unfinished[0] ?? outcome;
}

async function called(handler: Handler, input: HandlerInput, implementation: string): Promise<AttemptOutcome> {
  try {
    return outcomeOf(await handler(input), implementation);
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error), code: "HandlerFailed", retryable: true };
  }
}

function outcomeOf(returned: HandlerResult, handler: string): AttemptOutcome {
  if (typeof returned === "string") return { status: "success", text: returned, metadata: {} };
  const isResult = typeof returned === "object" && returned !== null && typeof returned.text === "string";
  // A handler may be plain JavaScript: what it returns is checked, never taken for text.
  if (!isResult) return { failed: `the handler ${handler} returned no text`, code: "HandlerFailed", retryable: false };
  const { text, status = "success", metadata = {} } = returned;
  if (status === "failed")
    return { failed: text === "" ? "the handler reports failure" : text, code: "HandlerFailed", retryable: true };
  return { status, text, metadata };
}
