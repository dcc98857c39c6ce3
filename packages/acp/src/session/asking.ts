import { AgentError, isAvailable, type ToolSet } from "@agent-markup/core";
import type { AgentConfiguration } from "../configuration.ts";
import type { NativeDenials, Profile } from "../profiles/profile.ts";

/** Tools that change things: where one of them is not allowed, somebody must be able to refuse it. */
const changing = ["bash", "edit", "write"] as const;

/**
 * The mode the session is to be pinned to; none when it is left as it is (agents.md 4.4).
 * What the operator configures comes before the profile's.
 */
export function pinnedMode(profile: Profile, configuration: AgentConfiguration): string | undefined {
  return configuration.mode ?? (profile.asking.by === "mode" ? profile.asking.mode : undefined);
}

/** Whether the agent, once set up, is known to ask before it uses a tool. */
export function isKnownToAsk({ asking }: Profile, { mode }: AgentConfiguration): boolean {
  switch (asking.by) {
    case "mode":
      return mode === undefined || mode === asking.mode;
    case "nature":
      return true;
    case "environment":
      // The profile says nothing of the mode that the operator chose instead.
      return mode === undefined;
    case "unknown":
      return false;
  }
}

/**
 * Refuses an agent that nobody can hold to the policy and the constraint, unless the operator opted in (agents.md 4.4
 * and 5).
 */
export function checkEnforceable(
  agent: string,
  profile: Profile,
  configuration: AgentConfiguration,
  denials: NativeDenials,
  tools: ToolSet,
): void {
  if (configuration.acceptUnverified === true || isKnownToAsk(profile, configuration)) return;
  const unheld = changing.filter((tool) => !isAvailable(tools, tool) && !denials.denied.includes(tool));
  if (unheld.length > 0) {
    throw new AgentError(
      "tool_denied",
      `agent ${agent} may not use ${unheld.join(", ")} here, and nothing keeps it from doing so: it is not known to ask`,
    );
  }
  throw new AgentError(
    "mode",
    `agent ${agent} is not known to ask before it uses a tool, so no permission policy can hold it: ` +
      "give its profile, leave its mode to the profile, or set acceptUnverified to run it all the same",
  );
}
