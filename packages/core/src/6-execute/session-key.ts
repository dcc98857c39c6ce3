import { type ToolSet, toolLists } from "../5-authorise/tool-set.ts";
import type { AgentScope } from "./prepared.ts";

/** What decides which agent session serves a prompt: another value of any of these is another session (diagram.md 3). */
export interface SessionKey {
  readonly agent: string;
  readonly model?: string;
  /** The name of the session within the document. */
  readonly session: string;
  readonly tools: ToolSet;
  /** The configured agent that serves it, where that has another name. */
  readonly servedBy?: string;
  /** It serves one step and continues nothing, as a subagent's does. */
  readonly isFresh?: true;
}

/** What an agent in scope says of the sessions with it. */
export function agentKey({ name, model, servedBy }: AgentScope): Pick<SessionKey, "agent" | "model" | "servedBy"> {
  return {
    agent: name,
    ...(model === undefined ? {} : { model }),
    ...(servedBy === undefined ? {} : { servedBy }),
  };
}

/** The same for keys of one session. */
export function sessionIdentity(key: SessionKey): string {
  return JSON.stringify([conversationOf(key), toolLists(key.tools)]);
}

/** The same for keys that differ in their tools only: such sessions are told of each other (diagram.md 3). */
export function conversationOf({ agent, model, session }: Omit<SessionKey, "tools">): string {
  return JSON.stringify([agent, model ?? null, session]);
}
