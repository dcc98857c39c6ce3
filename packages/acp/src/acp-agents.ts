import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import {
  AgentError,
  type AgentProvider,
  type AgentSession,
  addedEnvironment,
  type Command,
  environmentOf,
  type SessionHost,
  type SessionRequest,
} from "@agent-markup/core";
import type { AgentConfiguration, AgentsConfiguration } from "./configuration.ts";
import { defaultLimits } from "./limits.ts";
import type { NativeDenials, Profile } from "./profiles/profile.ts";
import { profileOf } from "./profiles/profiles.ts";
import { secretsOf } from "./secrets.ts";
import { checkEnforceable } from "./session/asking.ts";
import { openSession } from "./session/open-session.ts";

/** Serves every name that the configuration does not. */
const anyName = "*";

/**
 * Agents that speak the Agent Client Protocol, by the names that documents use (agents.md 1 and 5).
 *
 *     const agents = createAcpAgents({ agents: { reviewer: { command: ["node", "agent.js"], profile: "scripted" } } });
 */
export function createAcpAgents(configuration: AgentsConfiguration): AgentProvider {
  return {
    names: Object.keys(configuration.agents),
    async open(request: SessionRequest, host: SessionHost): Promise<AgentSession> {
      if (request.signal.aborted) throw new AgentError("cancelled", "the session was cancelled before it was opened");
      const agent = configured(configuration, request.agent);
      const profile = profileOf(agent.profile);
      const denials = profile.nativeDenials(request.tools);
      checkEnforceable(request.agent, profile, agent, denials, request.tools);
      const model = request.model ?? agent.model;
      return openSession({
        command: commandOf(request, agent, profile, denials),
        profile,
        configuration: agent,
        limits: { ...defaultLimits, ...agent.limits },
        request,
        host,
        secrets: secretsOf(agent, inheritedBy(agent, profile)),
        ...(model === undefined ? {} : { model: configuration.models?.[model] ?? model }),
        ...(denials.sessionMeta === undefined ? {} : { sessionMeta: denials.sessionMeta }),
      });
    },
  };
}

/** What the configuration gives to its agents that must never be written down, such as into a recording (agents.md 3). */
export function agentSecrets({ agents }: AgentsConfiguration): readonly string[] {
  const secrets = Object.values(agents).flatMap((agent) =>
    secretsOf(agent, inheritedBy(agent, profileOf(agent.profile))),
  );
  return [...new Set(secrets)];
}

function configured({ agents }: AgentsConfiguration, name: string): AgentConfiguration {
  const found = Object.hasOwn(agents, name) ? agents[name] : agents[anyName];
  if (found !== undefined) return found;
  const known = Object.keys(agents);
  const hint = known.length === 0 ? "no agent is configured" : `configured are: ${known.join(", ")}`;
  throw new AgentError("not_configured", `there is no agent ${name}; ${hint}`);
}

/** Agents differ in what they make of a folder that is relative or missing, so it is checked here (agents.md 4.3). */
function commandOf(
  request: SessionRequest,
  agent: AgentConfiguration,
  profile: Profile,
  denials: NativeDenials,
): Command {
  const [file, ...args] = agent.command;
  if (file === undefined) throw new AgentError("not_configured", `agent ${request.agent} has an empty command`);
  const cwd = agent.cwd ?? request.cwd;
  if (!isAbsolute(cwd) || !existsSync(cwd)) {
    throw new AgentError(
      "not_started",
      `agent ${request.agent} cannot work in ${cwd}: it must be an existing folder, given from the root`,
    );
  }
  return {
    file,
    args: [...args, ...(denials.arguments ?? [])],
    cwd,
    environment: environmentOf({
      inherited: process.env,
      allow: inheritedNames(agent, profile),
      values: { ...agent.env, ...profile.environment, ...denials.environment },
    }),
    marker: request.marker,
    ...(agent.contain === undefined ? {} : { contain: agent.contain }),
  };
}

function inheritedNames(agent: AgentConfiguration, profile: Profile): readonly string[] {
  return [...profile.inherits, ...(agent.inheritEnv ?? [])];
}

/** What is passed on by name, usually keys. */
function inheritedBy(agent: AgentConfiguration, profile: Profile): Readonly<Record<string, string>> {
  return addedEnvironment({ inherited: process.env, allow: inheritedNames(agent, profile) });
}
