import { AgentError } from "../agent/agent.ts";
import { failureOfAgent } from "./agent-failure.ts";
import type { AttemptOutcome } from "./attempt.ts";
import { callHandler } from "./call-handler.ts";
import type { Surroundings } from "./execute.ts";
import type { ExecuteContext } from "./execute-context.ts";
import type { Scope } from "./node-result.ts";
import type { PreparedSkill } from "./prepared.ts";
import { promptSkill } from "./prompt-skill.ts";
import { runDiagram } from "./run-diagram.ts";
import { runToolSkill } from "./tool-skill.ts";

/** One attempt at a skill by what runs its implementation (language.md 7.3). */
export async function performSkill(
  node: PreparedSkill,
  scope: Scope,
  attempt: number,
  around: Surroundings,
  context: ExecuteContext,
): Promise<AttemptOutcome> {
  const { mechanism } = node;
  switch (mechanism.type) {
    case "unresolved":
      return { failed: mechanism.message, code: "Unresolved", retryable: false };
    case "diagram":
      return runDiagram({ ...node, mechanism }, attempt, around, context);
    case "handler":
      // A wrapper does no work of its own but waits for its children, which take the tasks.
      return node.policy === "wrapper"
        ? callHandler(node, scope, attempt, around, context)
        : context.tasks.run(() => callHandler(node, scope, attempt, around, context));
    case "tool":
      return context.tasks.run(() => runToolSkill({ ...node, mechanism }, scope, attempt, around.signal, context));
    case "prompt":
      return context.tasks.run(() => agentFailures(() => promptSkill({ ...node, mechanism }, scope, around, context)));
  }
}

/** What becomes of work that prompts an agent when the agent cannot be had. */
export async function agentFailures(work: () => Promise<AttemptOutcome>): Promise<AttemptOutcome> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AgentError)) throw error;
    return failureOfAgent(error);
  }
}
