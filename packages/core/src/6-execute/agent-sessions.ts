import { randomBytes } from "node:crypto";
import type { PermissionPolicy, PermissionRequest } from "../5-authorise/permission.ts";
import { decidePermission } from "../5-authorise/permission-gate.ts";
import { toolLists } from "../5-authorise/tool-set.ts";
import {
  AgentError,
  type AgentEvent,
  type AgentProvider,
  type SessionHost,
  type TranscriptLine,
  type TurnOutcome,
} from "../agent/agent.ts";
import { type PromptIdentity, ReplayMismatch } from "../agent/recording.ts";
import type { ResultDesk } from "../agent/result-desk.ts";
import { type PromptParts, partsFor, renderPrompt } from "../agent/step-prompt.ts";
import { crashPoint } from "../journal/crash-point.ts";
import type { Approvals } from "./approvals.ts";
import { type OpenedSession, openAgentSession, withEarlierReplies } from "./open-agent-session.ts";
import type { PromptCounts } from "./prompt-counts.ts";
import { promptIdentity } from "./prompt-identity.ts";
import type { RunJournal } from "./run-journal.ts";
import type { SessionHistory } from "./session-history.ts";
import { type SessionKey, sessionIdentity } from "./session-key.ts";
import type { SessionToolsContext } from "./session-offers.ts";
import { type SessionTools, sessionTools } from "./session-tools.ts";

export interface AgentSessionsOptions {
  readonly provider: AgentProvider;
  readonly policy: PermissionPolicy;
  readonly approvals: Approvals;
  readonly journal: RunJournal;
  /** What earlier drives of the run left, and this one leaves. */
  readonly history: SessionHistory;
  readonly counts: PromptCounts;
  readonly workspace: string;
  /** What the runtime offers to agents beside their own tools. */
  readonly offered: SessionToolsContext;
  /** Keeps the verbatim lines of a session; failing to is a failure of the prompt. */
  readonly transcript: (session: string, lines: readonly TranscriptLine[]) => void;
  /** Told before whoever prompted is: the run must end, whatever is made of the failure on the way. */
  readonly mismatched: (error: ReplayMismatch) => void;
}

/** The agent sessions of one run: opened when first used, one prompt at a time each, all ended with the run. */
export interface AgentSessions {
  /** `desk` is where the agent can say by a tool what a step came to. */
  prompt(
    key: SessionKey,
    path: string,
    parts: PromptParts,
    signal: AbortSignal,
    desk?: ResultDesk,
  ): Promise<TurnOutcome>;
  /** Ends one session, so that the next prompt under its key opens a new one. */
  end(key: SessionKey): Promise<void>;
  closeAll(): Promise<void>;
}

interface Open {
  readonly opened: Promise<OpenedSession>;
  readonly tools: SessionTools;
  /** Of the session within the run; never given to another. */
  readonly name: string;
  /** Settles when the last prompt of the session has. */
  queue: Promise<unknown>;
  /** Place in the document of the prompt that is under way, for the record. */
  path: string;
  /** The first prompt tells what the agent does not know. */
  isTold: boolean;
}

export function agentSessions(options: AgentSessionsOptions): AgentSessions {
  const { provider, policy, approvals, journal, history, counts, workspace, transcript, mismatched } = options;
  const sessions = new Map<string, Open>();
  let count = 0;

  /** Drives after the first number their sessions anew, so that no two of a run bear one name. */
  function nextName(agent: string): string {
    const drives = history.drives();
    count++;
    // Hosts name files after it, and the agent's name is the document's choice: nothing of it may lead elsewhere.
    const readable = agent.replace(/[^\w.-]/g, "_").slice(0, 64);
    return drives === 0 ? `${readable}-${count}` : `${readable}-${drives + 1}.${count}`;
  }

  function hostOf(key: SessionKey, name: string, tools: SessionTools, place: () => string): SessionHost {
    const toldBy = (event: AgentEvent) =>
      ({ type: "agent.event", path: place(), data: { session: name, event } }) as const;
    return {
      offered: tools,
      async permission(request, state, withdrawn) {
        const path = place();
        const aids = approvals.aidsAt(path, withdrawn);
        const decision = await decidePermission({ request, policy, tools: key.tools, aids, ...state });
        crashPoint("permission-decided");
        // Void: the adapter asks again, and what counts is recorded then.
        if (withdrawn.aborted) return decision;
        const data = { request, decision, policy: policy.label, tools: toolLists(key.tools) };
        const isHeld = decision.rule === "tool_constraint" || decision.rule === "replaced_tool";
        const held = { type: "held", rung: "request_refused", tools: toolsOf(request) } as const;
        journal.append(...(isHeld ? [toldBy(held)] : []), { type: "permission.decided", path, data });
        crashPoint("permission-recorded");
        if (decision.allows && request.served === true) tools.granted(request);
        return decision;
      },
      event: (event) => journal.append(toldBy(event)),
      transcript: (lines) => transcript(name, lines),
    };
  }

  function use(key: SessionKey, prompt: PromptIdentity, signal: AbortSignal): Open {
    const id = sessionIdentity(key);
    const existing = sessions.get(id);
    if (existing !== undefined) return existing;
    const name = nextName(key.agent);
    const { agent, model, tools, servedBy } = key;
    const { path } = prompt;
    const request = {
      agent,
      cwd: workspace,
      tools,
      policy: policy.label,
      marker: journal.run,
      signal,
      prompt,
      ...(model === undefined ? {} : { model }),
      ...(servedBy === undefined ? {} : { servedBy }),
    };
    const place = () => sessions.get(id)?.path ?? path;
    const offered = sessionTools(options.offered, tools, (event, at) =>
      journal.append({ type: "agent.event", path: at, data: { session: name, event } }),
    );
    const opened = openAgentSession({
      provider,
      key,
      name,
      request,
      host: hostOf(key, name, offered, place),
      earlier: history.before(key),
      record: (data) => journal.append({ type: "agent.opened", path, data }),
    });
    const open: Open = { opened, tools: offered, name, queue: opened.catch(() => {}), path, isTold: false };
    sessions.set(id, open);
    return open;
  }

  async function end(key: SessionKey): Promise<void> {
    const id = sessionIdentity(key);
    const open = sessions.get(id);
    sessions.delete(id);
    if (open !== undefined) await close(open);
  }

  return {
    async prompt(key, path, parts, signal, desk) {
      const identity = promptIdentity(path, parts, counts);
      const { hash } = identity;
      const open = use(key, identity, signal);
      const { name, tools } = open;
      const turn = open.queue.then(async () => {
        const { session, told: earlier } = await open.opened;
        open.path = path;
        const told = partsFor(parts, session.hasOfferedTools === true);
        const text = renderPrompt(withEarlierReplies(told, open.isTold ? [] : earlier), newNonce());
        open.isTold = true;
        journal.append({ type: "agent.prompted", path, data: { session: name, prompt: text, hash } });
        crashPoint("prompt-recorded");
        const outcome = await tools.during({ path, desk: desk ?? null }, () => session.prompt(text, signal, identity));
        crashPoint("agent-replied");
        journal.append({ type: "agent.replied", path, data: { session: name, outcome } });
        crashPoint("reply-recorded");
        return outcome;
      });
      open.queue = turn.catch(() => {});
      const outcome = await turn.catch(async (error: unknown) => {
        if (error instanceof ReplayMismatch) mismatched(error);
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

/** A request of which nothing is known is named as it names itself. */
function toolsOf({ tools, title }: PermissionRequest): readonly string[] {
  return tools.length === 0 ? [title] : tools;
}

/** Made for one prompt, so that no data can hold it. */
function newNonce(): string {
  return randomBytes(6).toString("hex");
}

async function close(open: Open): Promise<void> {
  let opened: OpenedSession;
  try {
    opened = await open.opened;
  } catch (error) {
    // It never opened: whoever prompted it was told, and there is nothing to end.
    if (error instanceof AgentError || error instanceof ReplayMismatch) return;
    throw error;
  }
  await opened.session.close();
}
