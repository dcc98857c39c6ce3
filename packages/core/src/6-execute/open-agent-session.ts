import { toolLists } from "../5-authorise/tool-set.ts";
import {
  AgentError,
  type AgentErrorCode,
  type AgentProvider,
  type AgentSession,
  type SessionHost,
  type SessionRequest,
} from "../agent/agent.ts";
import type { DataBlock, PromptParts } from "../agent/step-prompt.ts";
import { crashPoint } from "../journal/crash-point.ts";
import type { EventData } from "../journal/events.ts";
import type { Earlier, EarlierReply, EarlierSession } from "./session-history.ts";
import type { SessionKey } from "./session-key.ts";
import { shownText } from "./shown-text.ts";

type Opened = EventData["agent.opened"];

export interface OpenedSession {
  readonly session: AgentSession;
  /** What its first prompt tells of earlier sessions, since the agent does not know it. */
  readonly told: readonly EarlierReply[];
}

export interface SessionOpening {
  readonly provider: AgentProvider;
  readonly key: SessionKey;
  /** In the run. */
  readonly name: string;
  readonly request: SessionRequest;
  readonly host: SessionHost;
  readonly earlier: Earlier | null;
  record(opened: Opened): void;
}

/**
 * Opens a session, or goes on with an earlier one of the same kind: by the agent itself where it can, otherwise in a new
 * session that is told what was replied before (agents.md 4.3). The record says which.
 */
export async function openAgentSession(opening: SessionOpening): Promise<OpenedSession> {
  const { earlier, request, key, name, record } = opening;
  const { session, continues } =
    earlier === null ? { session: await open(opening, request), continues: undefined } : await goOn(opening, earlier);
  crashPoint("session-opened");
  record({
    agent: key.agent,
    session: name,
    agentSession: session.id,
    tools: toolLists(key.tools),
    ...(key.model === undefined ? {} : { model: key.model }),
    ...(key.isFresh ? {} : { conversation: key.session }),
    ...(continues === undefined ? {} : { continues }),
  });
  crashPoint("session-recorded");
  return { session, told: continues?.by === "retelling" ? (earlier?.replies ?? []) : [] };
}

type Continued = { readonly session: AgentSession; readonly continues: NonNullable<Opened["continues"]> };

async function goOn(opening: SessionOpening, { session: earlier, isSame }: Earlier): Promise<Continued> {
  const { request } = opening;
  const loaded = isSame ? await loadedBy(opening, earlier) : { reason: "it had other tools" };
  if ("session" in loaded) return { session: loaded.session, continues: { session: earlier.name, by: "agent" } };
  const { reason } = loaded;
  return { session: await open(opening, request), continues: { session: earlier.name, by: "retelling", reason } };
}

async function loadedBy(
  opening: SessionOpening,
  { agentSession }: EarlierSession,
): Promise<{ readonly session: AgentSession } | { readonly reason: string }> {
  if (agentSession === null) return { reason: "the agent left its mode or its tools in it" };
  try {
    return { session: await open(opening, { ...opening.request, resume: agentSession }) };
  } catch (error) {
    if (!(error instanceof AgentError) || !canOpenAnew.has(error.code)) throw error;
    return { reason: error.message };
  }
}

/** The agent is there and has no such session any more, or cannot bring it back. */
const canOpenAnew: ReadonlySet<AgentErrorCode> = new Set<AgentErrorCode>(["session", "exited", "timeout"]);

function open({ provider, host }: SessionOpening, request: SessionRequest): Promise<AgentSession> {
  return provider.open(request, host);
}

/** The prompt with what was replied in sessions that its agent does not know, as data. */
export function withEarlierReplies(parts: PromptParts, told: readonly EarlierReply[]): PromptParts {
  if (told.length === 0) return parts;
  const blocks = told.map(
    ({ path, text }, index): DataBlock => ({
      label: `earlier reply ${index + 1}`,
      source: `the agent, at ${path}`,
      text: shownText(text, shownReply),
    }),
  );
  const first = blocks[0]?.label;
  const last = blocks.at(-1)?.label;
  const named = first === last ? `the data block "${first}"` : `the data blocks "${first}" to "${last}"`;
  const instructions = `${parts.instructions}\n\nThis session goes on from an earlier one. What was replied there stands in ${named}.`;
  return { ...parts, instructions, data: [...blocks, ...parts.data] };
}

/** Characters of each. */
const shownReply = 8_000;
