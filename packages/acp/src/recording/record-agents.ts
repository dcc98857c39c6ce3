import {
  AgentError,
  type AgentProvider,
  type PromptIdentity,
  redaction,
  type SessionRequest,
  toolLists,
} from "@agent-markup/core";
import { listening } from "./happenings.ts";
import type { Happening, PromptEnd, RecordedPrompt } from "./recorded-prompt.ts";
import { recordingWriter } from "./recording-writer.ts";

export interface RecordOptions {
  /** Where the recording goes: empty, or not there yet. */
  readonly folder: string;
  /** A run that is resumed goes on with the recording that is there. */
  readonly isContinued?: boolean;
  /** Replaced by a marker in everything that is written. */
  readonly secrets?: readonly string[];
}

/**
 * The same agents, of which every prompt is written down with all that came of it, for `replayAgents` (agents.md 7). Throws a
 * `RecordingError` when the folder cannot be used; a prompt that cannot be written down fails with one.
 *
 *     const agents = recordAgents(createAcpAgents({ agents: { reviewer } }), { folder: "recordings/review" });
 */
export function recordAgents(agents: AgentProvider, options: RecordOptions): AgentProvider {
  const { folder, isContinued = false, secrets = [] } = options;
  const write = recordingWriter(folder, isContinued);
  const redact = redaction(secrets);
  return {
    names: agents.names,
    ...(agents.modelFor === undefined ? {} : { modelFor: agents.modelFor }),
    recording: { mode: "record", folder },
    async open(request, host) {
      const heard = listening(host);
      const record = (prompt: PromptIdentity, session: string | null, end: PromptEnd) => {
        const line = recorded(request, prompt, session, heard.taken(), end);
        // What a replay finds the prompt by stays as it is, though a secret be spelled like an agent.
        const kept = { prompt: redact.value(line.prompt), happenings: redact.value(line.happenings) };
        write({ ...line, ...kept, end: redact.value(line.end) });
      };
      const session = await agents.open(request, heard.host).catch((error: unknown) => {
        const failed = failure(error);
        if (failed !== null && request.prompt !== undefined) record(request.prompt, null, failed);
        throw error;
      });
      return {
        id: session.id,
        ...(session.hasOfferedTools === undefined ? {} : { hasOfferedTools: session.hasOfferedTools }),
        async prompt(text, signal, identity) {
          if (identity === undefined) throw new TypeError("a prompt is recorded by where it stands: give its identity");
          const outcome = await session.prompt(text, signal, identity).catch((error: unknown) => {
            const failed = failure(error);
            if (failed !== null) record(identity, session.id, failed);
            throw error;
          });
          record(identity, session.id, { outcome });
          return outcome;
        },
        close: () => session.close(),
      };
    },
  };
}

/** An agent that could not be had; a prompt that was cancelled meanwhile tells nothing of it. */
function failure(error: unknown): Extract<PromptEnd, { error: unknown }> | null {
  if (!(error instanceof AgentError) || error.code === "cancelled") return null;
  return { error: { code: error.code, message: error.message } };
}

function recorded(
  { agent, model, tools, policy = "deny" }: SessionRequest,
  { path, hash, nth, text }: PromptIdentity,
  session: string | null,
  happenings: readonly Happening[],
  end: PromptEnd,
): RecordedPrompt {
  return {
    path,
    hash,
    nth,
    agent,
    ...(model === undefined ? {} : { model }),
    tools: toolLists(tools),
    policy,
    prompt: shown(text),
    session,
    happenings,
    end,
  };
}

/** Characters of a prompt that are kept for people. */
const shownPrompt = 100_000;

function shown(text: string): string {
  return text.length <= shownPrompt
    ? text
    : `${text.slice(0, shownPrompt)}\n[... and ${text.length - shownPrompt} more characters]`;
}
