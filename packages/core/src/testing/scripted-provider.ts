import {
  AgentError,
  type AgentProvider,
  type SessionHost,
  type SessionRequest,
  type TurnOutcome,
} from "../agent/agent.ts";

/** What an in-process agent does with a prompt; it may ask the host for permission meanwhile. */
export type Reply = (
  prompt: string,
  host: SessionHost,
  request: SessionRequest,
) => string | TurnOutcome | Promise<string | TurnOutcome>;

/** An agent without a process, for tests: every name is served, and each opened session and prompt is noted. */
export interface ScriptedProvider extends AgentProvider {
  readonly opened: readonly SessionRequest[];
  /** `session: prompt`, sessions numbered from 1 in the order they were opened. */
  readonly prompts: readonly { readonly session: number; readonly text: string }[];
  /** Sessions that are open now. */
  openNow(): number;
}

export interface ScriptedAbilities {
  /** It brings back the sessions that are asked for; false when left out. */
  readonly continues?: boolean;
}

export function scriptedProvider(reply: Reply, { continues = false }: ScriptedAbilities = {}): ScriptedProvider {
  const opened: SessionRequest[] = [];
  const prompts: { session: number; text: string }[] = [];
  let open = 0;
  return {
    names: ["*"],
    opened,
    prompts,
    openNow: () => open,
    async open(request, host) {
      if (request.resume !== undefined && !continues)
        throw new AgentError("session", "the agent cannot continue an earlier session");
      const session = opened.push(request);
      open++;
      return {
        id: request.resume ?? `session-${session}`,
        async prompt(text) {
          prompts.push({ session, text });
          const said = await reply(text, host, request);
          return typeof said === "string" ? completed(said) : said;
        },
        async close() {
          open--;
        },
      };
    },
  };
}

/** A turn that ended of itself with this text. */
export function completed(text: string): TurnOutcome {
  return { result: "completed", flags: text === "" ? ["empty"] : [], text, finalMessage: text, stopReason: "end_turn" };
}

/** The last line with which an agent says that its step is done. */
export function doneLine(output?: unknown): string {
  return JSON.stringify({ status: "done", summary: "did it", ...(output === undefined ? {} : { output }) });
}
