import { type HostLimits, permits } from "../5-authorise/host-limits.ts";
import { AgentError, type AgentProvider } from "./agent.ts";

/** The same agents, of which none is opened that the host's policy does not allow, whoever asks for it. */
export function limitedAgents(agents: AgentProvider, { agents: names, models }: HostLimits): AgentProvider {
  return {
    names: agents.names,
    ...(agents.recording === undefined ? {} : { recording: agents.recording }),
    async open(request, host) {
      const { agent, servedBy = agent, model } = request;
      const denied = [agent, servedBy].find((name) => !permits(names, name));
      if (denied !== undefined)
        throw new AgentError("not_configured", `the host's policy does not allow the agent ${denied}`);
      // A configuration may set another one than the document asks for.
      for (const used of new Set([model, agents.modelFor?.(servedBy, model)])) {
        if (used !== undefined && !permits(models, used))
          throw new AgentError("model_unavailable", `the host's policy does not allow the model ${used}`);
      }
      return agents.open(request, host);
    },
  };
}
