import {
  AgentError,
  type AgentProvider,
  type AgentSession,
  type PermissionDecision,
  type PromptIdentity,
  ReplayMismatch,
  type SessionHost,
  type SessionRequest,
  stepResultName,
  type TurnOutcome,
} from "@agent-markup/core";
import { findRecorded } from "./find-recorded.ts";
import { readRecording } from "./read-recording.ts";
import type { Happening, RecordedPrompt } from "./recorded-prompt.ts";

type Permission = Extract<Happening, { permission: unknown }>["permission"];

/**
 * Agents of any name that do what a recording holds, without a process and a model (agents.md 7). Permission requests are
 * decided anew; a prompt that was not recorded, or a decision that differs, is a `ReplayMismatch`, which fails the run. What
 * the agents did to files is not done again. Throws a `RecordingError` when there is no recording that can be read.
 *
 *     const runtime = await createRuntime({ agents: replayAgents("recordings/review"), permissions, workspace, store });
 */
export function replayAgents(folder: string): AgentProvider {
  const find = findRecorded(folder, readRecording(folder).prompts);
  return {
    names: ["*"],
    recording: { mode: "replay", folder },
    async open(request, host): Promise<AgentSession> {
      const opening = find(request, known(request.prompt));
      if (opening.session === null) throw unavailable(opening);
      return {
        id: opening.session,
        prompt: async (_text, signal, prompt) => replay(find(request, known(prompt)), request, host, signal),
        close: async () => {},
      };
    },
  };
}

function known(prompt: PromptIdentity | undefined): PromptIdentity {
  if (prompt === undefined) throw new TypeError("a prompt is found by where it stands: give its identity");
  return prompt;
}

async function replay(
  recorded: RecordedPrompt,
  request: SessionRequest,
  host: SessionHost,
  signal: AbortSignal,
): Promise<TurnOutcome> {
  for (const happening of recorded.happenings) {
    if (signal.aborted) return cancelled;
    if ("event" in happening) {
      host.event(happening.event);
      continue;
    }
    if ("result" in happening) {
      await giveResult(recorded.path, happening.result, host, signal);
      continue;
    }
    const { permission } = happening;
    const decision = await host.permission(permission.request, permission.state, signal);
    if (signal.aborted) return cancelled;
    if (!isSame(decision, permission.decision))
      throw new ReplayMismatch(recorded.path, differing(recorded, permission, decision, request));
  }
  if ("error" in recorded.end) throw unavailable(recorded);
  return recorded.end.outcome;
}

/** The step that is replayed has a desk of its own, which may take something else than the recorded one did. */
async function giveResult(
  path: string,
  input: Readonly<Record<string, unknown>>,
  { offered }: SessionHost,
  signal: AbortSignal,
): Promise<void> {
  const reply = await offered?.call({ tool: stepResultName, input, recorded: input, signal });
  if (reply?.isError === false || signal.aborted) return;
  const why = reply === undefined ? "nothing takes it" : reply.text;
  throw new ReplayMismatch(path, `the result that was given at ${path} by step_result is not taken now: ${why}`);
}

const cancelled: TurnOutcome = {
  result: "cancelled",
  flags: [],
  text: "",
  finalMessage: "",
  error: "the replay was cancelled",
};

function unavailable({ path, end }: RecordedPrompt): AgentError {
  if ("error" in end) return new AgentError(end.error.code, end.error.message);
  throw new ReplayMismatch(path, `the recording has an answer at ${path} and no session that gave it: record it anew`);
}

/** What made the decision may have another name; what the agent was told is what its work went on from. */
function isSame(now: PermissionDecision, then: PermissionDecision): boolean {
  return now.allows === then.allows && answer(now) === answer(then);
}

function answer({ outcome }: PermissionDecision): string {
  return outcome.outcome === "selected" ? outcome.optionId : outcome.outcome;
}

function differing(
  { path, policy }: RecordedPrompt,
  { request: { title }, decision: then }: Permission,
  now: PermissionDecision,
  request: SessionRequest,
): string {
  const label = request.policy ?? "deny";
  return (
    `at ${path} the permission for "${title}" is answered "${answer(now)}" now (policy ${label}, by ${now.rule}), and was ` +
    `"${answer(then)}" in the recording (policy ${policy}, by ${then.rule}): what follows there was never decided so; ` +
    "replay under the policy of the recording, or record the run anew"
  );
}
