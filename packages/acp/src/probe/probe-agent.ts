import { rmSync } from "node:fs";
import { AgentError } from "@agent-markup/core";
import { temporaryFolder } from "../launch/temporary-folder.ts";
import { initialize } from "../session/initialize.ts";
import { setUpCall } from "../session/set-up.ts";
import { isObject } from "../transport/message.ts";
import { type Connected, connect, type ProbedAgent } from "./connect.ts";
import { type Offered, offeredChoices } from "./offered-choices.ts";

export interface ProbeRequest extends ProbedAgent {
  /** Ends the probe as one that failed, and the agent in order. */
  readonly signal?: AbortSignal;
}

/** What an agent said of itself; what it did not come to say is null. */
export interface Probe {
  readonly state: "ready" | "needs_login" | "failed";
  /** Why it is not ready, with the agent's own hint on how to log in. */
  readonly problem: string | null;
  readonly version: string | null;
  readonly modes: Offered | null;
  readonly models: Offered | null;
  readonly initializeMs: number | null;
  readonly sessionMs: number | null;
  /** Processes that could not be ended. */
  readonly survivors: readonly number[];
}

interface Answers {
  version: string | null;
  modes: Offered | null;
  models: Offered | null;
  initializeMs: number | null;
  sessionMs: number | null;
}

const unanswered = { version: null, modes: null, models: null, initializeMs: null, sessionMs: null } as const;

/**
 * A handshake and an empty session in a folder of its own, then the end of the process: no prompt is sent. Never rejects for
 * what the agent does.
 */
export async function probeAgent(request: ProbeRequest): Promise<Probe> {
  const folder = await attempt(async () => temporaryFolder("aml-probe-"));
  if (folder instanceof AgentError) return { ...unanswered, ...standing(folder), survivors: [] };
  try {
    return await probeIn(folder, request);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function probeIn(cwd: string, request: ProbeRequest): Promise<Probe> {
  const answers: Answers = { ...unanswered };
  const { signal } = request;
  if (signal?.aborted) return { ...answers, ...standing(cancelled()), survivors: [] };
  const started = await attempt(() => connect(cwd, request));
  if (started instanceof AgentError) return { ...answers, ...standing(started), survivors: [] };
  const cancel = () => started.connection.end({ reason: "host_failed", error: cancelled() });
  signal?.addEventListener("abort", cancel);
  let ended: Promise<readonly number[]> | undefined;
  try {
    if (signal?.aborted) cancel();
    const failure = await attempt(() => ask(cwd, started, answers));
    ended = started.process.end();
    return { ...answers, ...standing(failure), survivors: await ended };
  } finally {
    signal?.removeEventListener("abort", cancel);
    await (ended ?? started.process.end());
    started.connection.end({ reason: "closed" });
    started.ended();
  }
}

const cancelled = () => new AgentError("cancelled", "the probe was cancelled");

/** Fills in what the agent answers, as far as it comes. */
async function ask(cwd: string, { connection, process, limits }: Connected, answers: Answers): Promise<void> {
  let logInHint = "";
  const { exitMessage } = process;
  const call = setUpCall({ connection, setupMs: limits.setupMs, exitMessage, logInHint: () => logInHint });
  const [abilities, initializeMs] = await timed(() => initialize(call));
  logInHint = abilities.logInHint;
  Object.assign(answers, { initializeMs, version: abilities.info.version });
  const [session, sessionMs] = await timed(() => call("session/new", { cwd, mcpServers: [] }));
  Object.assign(answers, { sessionMs, ...offeredChoices(isObject(session) ? session : {}) });
}

async function timed<Value>(work: () => Promise<Value>): Promise<[Value, number]> {
  const startedAt = performance.now();
  const value = await work();
  return [value, Math.round(performance.now() - startedAt)];
}

/** What the work gives, or the agent's failure at it. */
async function attempt<Value>(work: () => Promise<Value>): Promise<Value | AgentError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AgentError) return error;
    throw error;
  }
}

function standing(failure: unknown): Pick<Probe, "state" | "problem"> {
  if (!(failure instanceof AgentError)) return { state: "ready", problem: null };
  return { state: failure.code === "authentication" ? "needs_login" : "failed", problem: failure.message };
}
