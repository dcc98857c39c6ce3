import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AgentError, everyTool, redaction } from "@agent-markup/core";
import type { AgentConfiguration } from "../configuration.ts";
import { agentStart, inheritedBy, workplaceOf } from "../launch/agent-start.ts";
import { defaultLimits } from "../limits.ts";
import { profileOf } from "../profiles/profiles.ts";
import { secretsOf } from "../secrets.ts";
import { startAgent } from "../session/agent-process.ts";
import { initialize } from "../session/initialize.ts";
import { setUpCall } from "../session/set-up.ts";
import { within } from "../session/within.ts";
import { Connection, type ConnectionHandlers } from "../transport/connection.ts";
import { lineLog } from "../transport/line-log.ts";
import { isObject } from "../transport/message.ts";
import { type Offered, offeredChoices } from "./offered-choices.ts";

export interface ProbeRequest {
  /** By the name that messages give it. */
  readonly name: string;
  readonly agent: AgentConfiguration;
  /** The folder that its command is meant for, and whose `node_modules` counts; null where its files are not trusted. */
  readonly project: string | null;
  /** For the processes of the probe. */
  readonly marker: string;
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

/** Each step of a probe; a run is more patient. */
const stepMs = 30_000;

/**
 * A handshake and an empty session in a folder of its own, then the end of the process: no prompt is sent. Never rejects for
 * what the agent does.
 */
export async function probeAgent(request: ProbeRequest): Promise<Probe> {
  const folder = mkdtempSync(join(tmpdir(), "aml-probe-"));
  try {
    return await probeIn(folder, request);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function probeIn(cwd: string, request: ProbeRequest): Promise<Probe> {
  const answers: Answers = { version: null, modes: null, models: null, initializeMs: null, sessionMs: null };
  const started = await attempt(() => connect(cwd, request));
  if (started instanceof AgentError) return { ...answers, ...standing(started), survivors: [] };
  let ended: Promise<readonly number[]> | undefined;
  try {
    const failure = await attempt(() => ask(cwd, started, answers));
    ended = started.process.end();
    return { ...answers, ...standing(failure), survivors: await ended };
  } finally {
    await (ended ?? started.process.end());
    started.connection.end({ reason: "closed" });
    started.ended();
  }
}

/** Fills in what the agent answers, as far as it comes. */
async function ask(cwd: string, { connection, process, limits }: Started, answers: Answers): Promise<void> {
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

type Started = Awaited<ReturnType<typeof connect>>;

async function connect(empty: string, { name, agent, project, marker }: ProbeRequest) {
  const profile = profileOf(agent.profile);
  const workplace = workplaceOf({ agent: name, cwd: project ?? empty }, agent, profile);
  const denials = profile.nativeDenials(everyTool, workplace);
  const request = { name, agent, profile, denials, workplace, model: undefined, marker, project };
  const { command, ended = () => {} } = agentStart(request);
  const limits = { ...defaultLimits, setupMs: stepMs, ...agent.limits };
  const secrets = redaction(secretsOf(agent, inheritedBy(agent, profile)));
  const log = lineLog({ write: undefined, redact: secrets.text, failed: () => {}, maxBytes: 0 });
  const process = await startAgent(command, log, secrets, limits).catch((error: unknown) => {
    ended();
    throw error;
  });
  const { stdout: input, stdin: output } = process.running;
  const { maxLineBytes, maxMalformedLines, maxTurnBytes: maxOutputBytes } = limits;
  const connection = new Connection(
    { input, output },
    { maxLineBytes, maxMalformedLines, maxOutputBytes },
    unhelpful,
    log,
    secrets,
  );
  // Its last words may still be on their way; a child of it may hold the pipe open for ever.
  const closed = () => connection.end({ reason: "closed" });
  process.running.exited.then(() => within(limits.closeMs, connection.ended)).then(closed, closed);
  return { process, connection, limits, ended };
}

const methodNotFound = -32601;

/** A probe answers nothing but that it does not help: an agent that is asked nothing has nothing to ask. */
const unhelpful: ConnectionHandlers = {
  request: ({ method, refuse }) => refuse({ code: methodNotFound, message: `Method not found: ${method}` }),
  notification: () => {},
  stray: () => {},
  traffic: () => {},
};
