import { everyTool, redaction } from "@agent-markup/core";
import type { AgentConfiguration } from "../configuration.ts";
import { agentStart, inheritedBy, workplaceOf } from "../launch/agent-start.ts";
import { defaultLimits } from "../limits.ts";
import { profileOf } from "../profiles/profiles.ts";
import { secretsOf } from "../secrets.ts";
import { startAgent } from "../session/agent-process.ts";
import { within } from "../session/within.ts";
import { Connection, type ConnectionHandlers } from "../transport/connection.ts";
import { lineLog } from "../transport/line-log.ts";

export interface ProbedAgent {
  /** By the name that messages give it. */
  readonly name: string;
  readonly agent: AgentConfiguration;
  /** The folder that its command is meant for, and whose `node_modules` counts; null where its files are not trusted. */
  readonly project: string | null;
  /** For the processes of the probe. */
  readonly marker: string;
}

/** Each step of a probe; a run is more patient. */
const stepMs = 30_000;

export type Connected = Awaited<ReturnType<typeof connect>>;

/** Starts an agent as a session of it would, denied every tool, in the project or else in the empty folder. */
export async function connect(empty: string, { name, agent, project, marker }: ProbedAgent) {
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
