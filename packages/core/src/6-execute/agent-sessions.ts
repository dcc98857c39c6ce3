import type { PermissionPolicy } from "../5-authorise/permission.ts";
import { decidePermission } from "../5-authorise/permission-gate.ts";
import type { ToolSet } from "../5-authorise/tool-set.ts";
import { toolLists } from "../5-authorise/tool-set.ts";
import {
  AgentError,
  type AgentProvider,
  type AgentSession,
  type SessionHost,
  type TranscriptLine,
  type TurnOutcome,
} from "../agent/agent.ts";
import { crashPoint } from "../journal/crash-point.ts";
import type { Approvals } from "./approvals.ts";
import type { RunJournal } from "./run-journal.ts";

/** What decides which agent session serves a prompt: another value of any of these is another session (diagram.md 3). */
export interface SessionKey {
  readonly agent: string;
  readonly model?: string;
  /** The name of the session within the run. */
  readonly session: string;
  readonly tools: ToolSet;
}

export interface AgentSessionsOptions {
  readonly provider: AgentProvider;
  readonly policy: PermissionPolicy;
  readonly approvals: Approvals;
  readonly journal: RunJournal;
  readonly workspace: string;
  /** Keeps the verbatim lines of a session; failing to is a failure of the prompt. */
  readonly transcript: (session: string, lines: readonly TranscriptLine[]) => void;
}

/** The agent sessions of one run: opened when first used, one prompt at a time each, all ended with the run. */
export interface AgentSessions {
  prompt(key: SessionKey, path: string, text: string, signal: AbortSignal): Promise<TurnOutcome>;
  /** Ends one session, so that the next prompt under its key opens a new one. */
  end(key: SessionKey): Promise<void>;
  closeAll(): Promise<void>;
}

interface Open {
  readonly session: Promise<AgentSession>;
  /** Of the session within the run; never given to another. */
  readonly name: string;
  /** Settles when the last prompt of the session has. */
  queue: Promise<unknown>;
  /** Place in the document of the prompt that is under way, for the record. */
  path: string;
}

export function agentSessions(options: AgentSessionsOptions): AgentSessions {
  const { provider, policy, approvals, journal, workspace, transcript } = options;
  const sessions = new Map<string, Open>();
  let count = 0;

  function hostOf(key: SessionKey, name: string, open: () => Open | undefined): SessionHost {
    return {
      async permission(request, state, withdrawn) {
        const path = open()?.path ?? "";
        const aids = approvals.aidsAt(path, withdrawn);
        const decision = await decidePermission({ request, policy, tools: key.tools, aids, ...state });
        crashPoint("permission-decided");
        // Void: the adapter asks again, and what counts is recorded then.
        if (withdrawn.aborted) return decision;
        const data = { request, decision, policy: policy.label, tools: toolLists(key.tools) };
        journal.append({ type: "permission.decided", path, data });
        crashPoint("permission-recorded");
        return decision;
      },
      event: (event) =>
        journal.append({ type: "agent.event", path: open()?.path ?? "", data: { session: name, event } }),
      transcript: (lines) => transcript(name, lines),
    };
  }

  function use(key: SessionKey, path: string, signal: AbortSignal): Open {
    const id = identify(key);
    const existing = sessions.get(id);
    if (existing !== undefined) return existing;
    const name = `${key.agent}-${++count}`;
    const { agent, model, tools } = key;
    const request = {
      agent,
      cwd: workspace,
      tools,
      policy: policy.label,
      marker: journal.run,
      signal,
      ...(model === undefined ? {} : { model }),
    };
    const session = provider
      .open(
        request,
        hostOf(key, name, () => sessions.get(id)),
      )
      .then((opened) => {
        crashPoint("session-opened");
        journal.append({ type: "agent.opened", path, data: { agent, session: opened.id, tools: toolLists(tools) } });
        crashPoint("session-recorded");
        return opened;
      });
    const open: Open = { session, name, queue: session.catch(() => {}), path };
    sessions.set(id, open);
    return open;
  }

  async function end(key: SessionKey): Promise<void> {
    const id = identify(key);
    const open = sessions.get(id);
    sessions.delete(id);
    if (open !== undefined) await close(open);
  }

  return {
    async prompt(key, path, text, signal) {
      const open = use(key, path, signal);
      const { name } = open;
      const turn = open.queue.then(async () => {
        const session = await open.session;
        open.path = path;
        journal.append({ type: "agent.prompted", path, data: { session: name, prompt: text } });
        crashPoint("prompt-recorded");
        const outcome = await session.prompt(text, signal);
        crashPoint("agent-replied");
        journal.append({ type: "agent.replied", path, data: { session: name, outcome } });
        crashPoint("reply-recorded");
        return outcome;
      });
      open.queue = turn.catch(() => {});
      const outcome = await turn.catch(async (error: unknown) => {
        await end(key);
        throw error;
      });
      if (outcome.result === "agent_exited" || outcome.sessionOver) await end(key);
      return outcome;
    },
    end,
    async closeAll() {
      const all = [...sessions.values()];
      sessions.clear();
      await Promise.all(all.map(close));
    },
  };
}

async function close(open: Open): Promise<void> {
  let session: AgentSession;
  try {
    session = await open.session;
  } catch (error) {
    // It never opened: whoever prompted it was told, and there is nothing to end.
    if (error instanceof AgentError) return;
    throw error;
  }
  await session.close();
}

function identify({ agent, model, session, tools }: SessionKey): string {
  return JSON.stringify([agent, model ?? null, session, toolLists(tools)]);
}
