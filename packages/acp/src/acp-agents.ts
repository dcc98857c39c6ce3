import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import {
  AgentError,
  type AgentProvider,
  type AgentSession,
  addedEnvironment,
  environmentOf,
  type SessionHost,
  type SessionRequest,
} from "@agent-markup/core";
import type { AgentConfiguration, AgentsConfiguration } from "./configuration.ts";
import { defaultLimits } from "./limits.ts";
import { givenTools, ownTools } from "./offered/own-tools.ts";
import type { Profile, Workplace } from "./profiles/profile.ts";
import { profileOf } from "./profiles/profiles.ts";
import { secretsOf } from "./secrets.ts";
import { checkEnforceable, unheldTools } from "./session/asking.ts";
import { checkServerNames } from "./session/mcp-servers.ts";
import { openSession } from "./session/open-session.ts";
import { writeSettings } from "./session/settings-file.ts";

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
      const given = givenTools(host.offered?.list() ?? [], agent);
      const own = ownTools(request.tools, given);
      const workplace = workplaceOf(request, agent, profile);
      const denials = profile.nativeDenials(own, workplace);
      const toStart = { name: request.agent, profile, configuration: agent, denials };
      const unheld = unheldTools(toStart, own);
      if (unheld.length > 0) host.event({ type: "held", rung: "not_prompted", tools: unheld });
      checkEnforceable(toStart, own);
      checkServerNames(request.agent, agent.mcpServers ?? []);
      const model = modelOf(request, agent, configuration);
      const [program, ...args] = agent.command;
      if (program === undefined) throw new AgentError("not_configured", `agent ${request.agent} has an empty command`);
      const file = denials.file === undefined ? undefined : writeSettings(denials.file);
      const modelArguments = model === undefined ? [] : (profile.modelArguments?.(model) ?? []);
      return openSession({
        command: {
          file: program,
          args: [...args, ...modelArguments, ...(denials.arguments ?? []), ...(file?.arguments ?? [])],
          cwd: workplace.cwd,
          environment: { ...workplace.environment, ...denials.environment, ...file?.environment },
          marker: request.marker,
          ...(agent.contain === undefined ? {} : { contain: agent.contain }),
        },
        profile,
        configuration: agent,
        limits: { ...defaultLimits, ...agent.limits },
        request,
        host,
        given,
        denied: denials.denied,
        secrets: secretsOf(agent, inheritedBy(agent, profile)),
        ...(model === undefined ? {} : { model }),
        ...(file === undefined ? {} : { ended: file.remove }),
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

/** The model in the agent's own name: that of the document comes before the configured one (agents.md 4.5). */
function modelOf(
  request: SessionRequest,
  agent: AgentConfiguration,
  { models }: AgentsConfiguration,
): string | undefined {
  const model = request.model ?? agent.model;
  return model === undefined ? undefined : (models?.[model] ?? model);
}

/** Agents differ in what they make of a folder that is relative or missing, so it is checked here (agents.md 4.3). */
function workplaceOf(request: SessionRequest, agent: AgentConfiguration, profile: Profile): Workplace {
  const cwd = agent.cwd ?? request.cwd;
  if (!isAbsolute(cwd) || !existsSync(cwd)) {
    throw new AgentError(
      "not_started",
      `agent ${request.agent} cannot work in ${cwd}: it must be an existing folder, given from the root`,
    );
  }
  const environment = environmentOf({
    inherited: process.env,
    allow: inheritedNames(agent, profile),
    values: { ...agent.env, ...profile.environment },
  });
  return { cwd, environment };
}

function inheritedNames(agent: AgentConfiguration, profile: Profile): readonly string[] {
  return [...profile.inherits, ...(agent.inheritEnv ?? [])];
}

/** What is passed on by name, usually keys. */
function inheritedBy(agent: AgentConfiguration, profile: Profile): Readonly<Record<string, string>> {
  return addedEnvironment({ inherited: process.env, allow: inheritedNames(agent, profile) });
}
