import {
  AgentError,
  type AgentProvider,
  type AgentSession,
  type SessionHost,
  type SessionRequest,
} from "@agent-markup/core";
import type { AgentConfiguration, AgentsConfiguration } from "./configuration.ts";
import { agentStart, inheritedBy, workplaceOf } from "./launch/agent-start.ts";
import { defaultLimits } from "./limits.ts";
import { givenTools, ownTools } from "./offered/own-tools.ts";
import { profileOf } from "./profiles/profiles.ts";
import { secretsOf } from "./secrets.ts";
import { checkEnforceable, unheldTools } from "./session/asking.ts";
import { checkServerNames, type McpServer, sessionServers } from "./session/mcp-servers.ts";
import { openSession } from "./session/open-session.ts";
import { filled, variablesOf } from "./session/server-variables.ts";

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
    modelFor: (name, requested) => modelOf(configuration, configured(configuration, name), requested),
    async open(request: SessionRequest, host: SessionHost): Promise<AgentSession> {
      if (request.signal.aborted) throw new AgentError("cancelled", "the session was cancelled before it was opened");
      const agent = configured(configuration, request.servedBy ?? request.agent);
      const profile = profileOf(agent.profile);
      const given = givenTools(host.offered?.list() ?? [], agent);
      const own = ownTools(request.tools, given);
      const workplace = workplaceOf(request, agent, profile);
      const denials = profile.nativeDenials(own, workplace);
      const toStart = { name: request.agent, profile, configuration: agent, denials };
      const unheld = unheldTools(toStart, own);
      if (unheld.length > 0) host.event({ type: "held", rung: "not_prompted", tools: unheld });
      checkEnforceable(toStart, own);
      const shared = configuration.sharedServers?.() ?? [];
      const configuredServers = [...(agent.mcpServers ?? []), ...shared];
      checkServerNames(request.agent, configuredServers);
      const servers = sessionServers(agent.mcpServers ?? [], shared, request.tools, process.env);
      const model = modelOf(configuration, agent, request.model);
      const { agent: name, marker } = request;
      const project = configuration.project ?? null;
      const start = agentStart({ name, agent, profile, denials, workplace, model, marker, project });
      return openSession({
        ...start,
        profile,
        configuration: agent,
        limits: { ...defaultLimits, ...agent.limits },
        request,
        host,
        servers,
        configuredServers,
        given,
        denied: denials.denied,
        secrets: secretsFor(agent, shared),
        ...(model === undefined ? {} : { model }),
        ...(denials.sessionMeta === undefined ? {} : { sessionMeta: denials.sessionMeta }),
      });
    },
  };
}

/** What the configuration gives to its agents that must never be written down, such as into a recording (agents.md 3). */
export function agentSecrets({ agents, sharedServers }: AgentsConfiguration): readonly string[] {
  const shared = sharedServers?.() ?? [];
  return [...new Set(Object.values(agents).flatMap((agent) => secretsFor(agent, shared)))];
}

function secretsFor(agent: AgentConfiguration, shared: readonly McpServer[]): readonly string[] {
  const servers = [...(agent.mcpServers ?? []), ...shared];
  const mcpServers = servers.map((server) => filled(server, process.env)).filter((server) => "name" in server);
  const variables = variablesOf(servers, process.env);
  return secretsOf({ ...agent, mcpServers }, { ...inheritedBy(agent, profileOf(agent.profile)), ...variables });
}

function configured({ agents }: AgentsConfiguration, name: string): AgentConfiguration {
  const found = Object.hasOwn(agents, name) ? agents[name] : agents[anyName];
  if (found !== undefined) return found;
  const known = Object.keys(agents);
  const hint = known.length === 0 ? "no agent is configured" : `configured are: ${known.join(", ")}`;
  throw new AgentError("not_configured", `there is no agent ${name}; ${hint}`);
}

/** What is asked for, else what the agent is configured with, in the agent's own name; left to the agent without either. */
function modelOf(
  { models = {} }: AgentsConfiguration,
  agent: AgentConfiguration,
  requested: string | undefined,
): string | undefined {
  const model = requested ?? agent.model;
  return model !== undefined && Object.hasOwn(models, model) ? models[model] : model;
}
