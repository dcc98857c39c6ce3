import type { AgentEvent, TurnOutcome } from "../agent/agent.ts";
import type { Event, EventBody } from "../journal/events.ts";
import { conversationOf, type SessionKey, sessionIdentity } from "./session-key.ts";

/** A session of the run that has ended, or was left behind by a drive that died. */
export interface EarlierSession {
  /** Its name in the run. */
  readonly name: string;
  /** The agent's own id of it; null where nothing that is to come may build on it. */
  readonly agentSession: string | null;
}

export interface EarlierReply {
  readonly path: string;
  readonly text: string;
}

/** What went before under a key: the session itself or, with other tools, its like, and what was replied in them. */
export interface Earlier {
  readonly session: EarlierSession;
  /** It had the same tools. */
  readonly isSame: boolean;
  /** The newest of them, oldest first. */
  readonly replies: readonly EarlierReply[];
}

/** What the journal of a run holds of its agent sessions; the same fold serves earlier drives and this one. */
export interface SessionHistory {
  note(event: EventBody): void;
  /** How often the run was resumed. */
  drives(): number;
  /** Null where a session under this key is the first of its kind. */
  before(key: SessionKey): Earlier | null;
}

/** Replies that a new session is told of. */
const keptReplies = 20;

interface Conversation {
  readonly replies: EarlierReply[];
  latest: EarlierSession;
}

interface Known {
  readonly identity: string;
  readonly conversation: Conversation;
}

export function sessionHistory(events: Iterable<Event>): SessionHistory {
  const conversations = new Map<string, Conversation>();
  /** By identity. */
  const sessions = new Map<string, EarlierSession>();
  /** By the name in the run. */
  const known = new Map<string, Known>();
  let drives = 0;

  function opened({ agent, model, session: name, agentSession, conversation, tools }: Opened): void {
    if (conversation === undefined) return;
    const { allowed, denied } = tools;
    const key: SessionKey = {
      agent,
      session: conversation,
      tools: { allowed: allowed === null ? null : new Set(allowed), denied: new Set(denied) },
      ...(model === undefined ? {} : { model }),
    };
    const session = { name, agentSession };
    const identity = sessionIdentity(key);
    const entry = conversations.get(conversationOf(key)) ?? { replies: [], latest: session };
    entry.latest = session;
    conversations.set(conversationOf(key), entry);
    sessions.set(identity, session);
    known.set(name, { identity, conversation: entry });
  }

  function replied(name: string, path: string, outcome: TurnOutcome): void {
    const session = known.get(name);
    if (session === undefined) return;
    if (!isSound(outcome)) spoiled(session, name);
    if (outcome.result !== "completed" || outcome.text === "") return;
    const { replies } = session.conversation;
    replies.push({ path, text: outcome.text });
    if (replies.length > keptReplies) replies.shift();
  }

  function spoiled({ identity, conversation }: Known, name: string): void {
    if (sessions.get(identity)?.name === name) sessions.set(identity, { name, agentSession: null });
    if (conversation.latest.name === name) conversation.latest = { name, agentSession: null };
  }

  const history: SessionHistory = {
    note(event) {
      switch (event.type) {
        case "run.resumed":
          drives++;
          return;
        case "agent.opened":
          opened(event.data);
          return;
        case "agent.event": {
          const session = isTrespass(event.data.event) ? known.get(event.data.session) : undefined;
          if (session !== undefined) spoiled(session, event.data.session);
          return;
        }
        case "agent.replied":
          replied(event.data.session, event.path ?? "", event.data.outcome);
          return;
        default:
          return;
      }
    },
    drives: () => drives,
    before(key) {
      const conversation = key.isFresh ? undefined : conversations.get(conversationOf(key));
      if (conversation === undefined) return null;
      const same = sessions.get(sessionIdentity(key));
      return {
        session: same ?? conversation.latest,
        isSame: same !== undefined,
        replies: conversation.replies,
      };
    },
  };
  for (const event of events) history.note(event);
  return history;
}

type Opened = Extract<EventBody, { type: "agent.opened" }>["data"];

/** After these the agent is where nobody wants it to go on from (agents.md 4.4 and 5). */
function isSound({ failure }: TurnOutcome): boolean {
  return failure !== "tool_denied" && failure !== "mode_changed";
}

function isTrespass(event: AgentEvent): boolean {
  return (event.type === "mode" && !event.expected) || (event.type === "unasked" && event.violation);
}
