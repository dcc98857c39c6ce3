import { type HostLimits, permits } from "../5-authorise/host-limits.ts";
import { AgentError, type AgentProvider } from "./agent.ts";

/** The same agents, of which none is opened that the host's policy does not allow, whoever asks for it. */
export function limitedAgents(agents: AgentProvider, { agents: names, models }: HostLimits): AgentProvider {
  return {
    names: agents.names,
    ...(agents.recording === undefined ? {} : { recording: agents.recording }),
    async open(request, host) {
      const { agent, model } = request;
      if (!permits(names, agent))
        throw new AgentError("not_configured", `the host's policy does not allow the agent ${agent}`);
      if (model !== undefined && !permits(models, model))
        throw new AgentError("model_unavailable", `the host's policy does not allow the model ${model}`);
      return agents.open(request, host);
    },
  };
}
