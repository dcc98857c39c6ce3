import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { AgentError, type AgentEvent, type Command, crashPoint, type Redaction, redaction } from "@agent-markup/core";
import type { AgentLimits } from "../limits.ts";
import { openToolServer, type ToolServer } from "../offered/tool-server.ts";
import { Connection, type ConnectionLimits } from "../transport/connection.ts";
import { lineLog } from "../transport/line-log.ts";
import { isObject } from "../transport/message.ts";
import { AcpSession, type SessionParts } from "./acp-session.ts";
import { type AgentProcess, startAgent } from "./agent-process.ts";
import { AgentTraffic, type TrafficContext } from "./agent-traffic.ts";
import { isKnownToAsk, pinnedMode, pinnedOptions } from "./asking.ts";
import { heldBack } from "./held-back.ts";
import { type AgentAbilities, initialize } from "./initialize.ts";
import { passedServers, requiredServer, type SessionServer } from "./mcp-servers.ts";
import { checkModel, chooseModel, pinMode, pinOption } from "./pin.ts";
import { type Call, setUpCall } from "./set-up.ts";
import { settingsOf } from "./settings.ts";
import { within } from "./within.ts";

export interface SessionPlan extends Omit<TrafficContext, "redact" | "hostFailed"> {
  /** What the agent is told not to use, in the runtime's names. */
  readonly denied: readonly string[];
  readonly command: Command;
  /** The model to ask for, in the agent's own name. */
  readonly model?: string;
  readonly sessionMeta?: Readonly<Record<string, unknown>>;
  /** Those that its constraint leaves. */
  readonly servers: readonly SessionServer[];
  /** Told when the agent's process is over, or never began. */
  ended?(): void;
  /** Never to be written down. */
  readonly secrets: readonly string[];
}

/** Starts the agent and brings it to where it can be prompted (agents.md 4, steps 1 to 5). */
export async function openSession(plan: SessionPlan): Promise<AcpSession> {
  const { limits, host, request } = plan;
  const hostFailed = (error: unknown) => connection.end({ reason: "host_failed", error });
  const token = randomBytes(32).toString("base64url");
  const secrets = redaction([...plan.secrets, token]);
  const redact = secrets.text;
  const log = lineLog({
    write: host.transcript?.bind(host),
    redact,
    failed: hostFailed,
    maxBytes: limits.maxTranscriptBytes,
  });
  const traffic = new AgentTraffic({ ...plan, redact, hostFailed });
  const agent = await startAgent(plan.command, log, secrets, limits).catch((error: unknown) => {
    plan.ended?.();
    throw error;
  });
  crashPoint("agent-spawned");
  const { running } = agent;
  running.exited.then(() => plan.ended?.()).catch(hostFailed);
  const connection = new Connection(
    { input: running.stdout, output: running.stdin },
    connectionLimits(limits),
    traffic,
    log,
    secrets,
  );
  // What the agent started may hold its output open after it has ended.
  const closed = () => connection.end({ reason: "closed" });
  running.exited.then(() => within(limits.closeMs, connection.ended)).then(closed, closed);

  let toolServer: ToolServer | null = null;
  try {
    toolServer = await toolServerFor(plan, token, secrets, traffic, hostFailed);
    const opened = await unlessCancelled(request.signal, () =>
      setUpSession(plan, connection, traffic, agent, toolServer),
    );
    const { quietMs } = plan.profile;
    return new AcpSession({ ...opened, connection, process: agent, toolServer, traffic, log, limits, redact, quietMs });
  } catch (error) {
    toolServer?.ending();
    await agent.end();
    await toolServer?.close();
    log.flush();
    throw error;
  }
}

async function unlessCancelled<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
  const settled = new AbortController();
  const aborted = signal.aborted ? Promise.resolve() : once(signal, "abort", { signal: settled.signal });
  const cancelled = aborted.then(() => {
    throw new AgentError("cancelled", "the session was cancelled while it was being opened");
  });
  try {
    return await Promise.race([cancelled, work()]);
  } finally {
    settled.abort();
  }
}

async function setUpSession(
  plan: SessionPlan,
  connection: Connection,
  traffic: AgentTraffic,
  process: AgentProcess,
  toolServer: ToolServer | null,
): Promise<Pick<SessionParts, "id" | "canClose" | "logInHint">> {
  const { limits, profile, configuration, host } = plan;
  let logInHint = "";
  const { setupMs } = limits;
  const call = setUpCall({ connection, setupMs, exitMessage: process.exitMessage, logInHint: () => logInHint });
  const abilities = await initialize(call);
  logInHint = abilities.logInHint;

  const id = await startSession(plan, call, abilities, traffic, toolServer);
  const mode = pinnedMode(profile, configuration);
  if (mode !== undefined) await pinMode(call, id, traffic, mode);
  for (const [option, value] of pinnedOptions(profile, configuration))
    await pinOption(call, id, traffic, option, value);
  if (plan.model !== undefined) {
    if (profile.modelArguments === undefined) await chooseModel(call, id, traffic, plan.model);
    else checkModel(traffic.settings, plan.model);
  }
  traffic.setUp();
  for (const event of heldBack(plan.request.tools, plan.denied, plan.configuredServers)) host.event(event);
  if (toolServer !== null) host.event({ type: "offered", tools: toolServer.tools.map(({ name }) => name) });
  if (!isKnownToAsk(profile, configuration)) {
    host.event({
      type: "note",
      text: "this agent is not known to ask before it uses a tool; the operator accepts that",
    });
  }
  return { id, canClose: abilities.canCloseSessions, logInHint };
}

/** Opens a new session, or continues the one that is asked for (agents.md 4.3). */
async function startSession(
  plan: SessionPlan,
  call: Call,
  abilities: AgentAbilities,
  traffic: AgentTraffic,
  toolServer: ToolServer | null,
): Promise<string> {
  const { command, host, request, servers, sessionMeta } = plan;
  const ours = toolServer === null ? [] : [requiredServer(toolServer.server)];
  const { passed: mcpServers, notes } = passedServers([...servers, ...ours], abilities.mcp);
  for (const text of notes) host.event({ type: "note", text });
  const meta = sessionMeta === undefined ? {} : { _meta: sessionMeta };
  const params = { cwd: command.cwd, mcpServers, ...meta };
  const { resume } = request;
  if (resume !== undefined) {
    const { resumeMethod } = abilities;
    if (resumeMethod === undefined) throw new AgentError("session", "the agent cannot continue an earlier session");
    await call(resumeMethod, { sessionId: resume, ...params }, (result) => {
      traffic.continued(resume, settingsOf(isObject(result) ? result : {}));
    });
    return resume;
  }
  let session: string | undefined;
  await call("session/new", params, (result) => {
    if (!isObject(result) || typeof result.sessionId !== "string") return;
    session = result.sessionId;
    traffic.opened(session, settingsOf(result));
  });
  if (session === undefined) throw new AgentError("session", "the agent opened a session without an id");
  return session;
}

/** Begins to serve the runtime's tools, if the session is given any. */
async function toolServerFor(
  { host, given, configuration }: SessionPlan,
  token: string,
  secrets: Redaction,
  traffic: AgentTraffic,
  hostFailed: (error: unknown) => void,
): Promise<ToolServer | null> {
  const { offered } = host;
  if (offered === undefined || given.length === 0) return null;
  const context = {
    offered,
    tools: given,
    redaction: secrets,
    turn: () => traffic.turn,
    emit: (event: AgentEvent) => traffic.emit(event),
    hostFailed,
  };
  try {
    return await openToolServer(context, token);
  } catch (error) {
    // An agent that keeps its own tools can do without ours, and says in its replies how its steps went.
    if (!(error instanceof AgentError) || configuration.tools === "runtime") throw error;
    host.event({ type: "note", text: error.message });
    return null;
  }
}

function connectionLimits({ maxLineBytes, maxTurnBytes, maxMalformedLines }: AgentLimits): ConnectionLimits {
  return { maxLineBytes, maxMalformedLines, maxOutputBytes: maxTurnBytes };
}
