import { AgentError, isAvailable, type ToolSet } from "@agent-markup/core";
import type { AgentConfiguration } from "../configuration.ts";
import type { NativeDenials, Profile } from "../profiles/profile.ts";

/** What is known of an agent before it is started. */
export interface AgentToStart {
  /** As the document calls it. */
  readonly name: string;
  readonly profile: Profile;
  readonly configuration: AgentConfiguration;
  readonly denials: NativeDenials;
}

/** Tools that change things: where one of them is not allowed, somebody must be able to refuse it. */
export const changing: readonly string[] = ["bash", "edit", "write"];

/**
 * The mode the session is to be pinned to; none when it is left as it is (agents.md 4.4).
 * What the operator configures comes before the profile's.
 */
export function pinnedMode(profile: Profile, configuration: AgentConfiguration): string | undefined {
  return configuration.mode ?? (profile.asking.by === "mode" ? profile.asking.mode : undefined);
}

/** The agent's other options without which its mode does not ask; what the operator chose instead is left alone. */
export function pinnedOptions(
  { asking }: Profile,
  { mode }: AgentConfiguration,
): readonly (readonly [string, string])[] {
  if (asking.by !== "mode" || (mode !== undefined && mode !== asking.mode)) return [];
  return Object.entries(asking.options ?? {});
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

/** Tools that change things, that this agent may not use here, and that nothing would keep it from (agents.md 5). */
export function unheldTools({ profile, configuration, denials }: AgentToStart, tools: ToolSet): readonly string[] {
  if (configuration.acceptUnverified === true) return [];
  const asks = isKnownToAsk(profile, configuration);
  const isHeld = (tool: string) => denials.denied.includes(tool) || (asks && !profile.unasked?.includes(tool));
  return changing.filter((tool) => !isAvailable(tools, tool) && !isHeld(tool));
}

/**
 * Refuses an agent that nobody can hold to the policy and the constraint, unless the operator opted in (agents.md 4.4
 * and 5).
 */
export function checkEnforceable(agent: AgentToStart, tools: ToolSet): void {
  const { name, profile, configuration, denials } = agent;
  if (configuration.acceptUnverified === true) return;
  const unheld = unheldTools(agent, tools);
  if (unheld.length > 0) {
    throw new AgentError(
      "tool_denied",
      `agent ${name} may not use ${unheld.join(", ")} here, and nothing keeps it from doing so: it is not known to ask`,
    );
  }
  if (!isKnownToAsk(profile, configuration)) {
    throw new AgentError(
      "mode",
      `agent ${name} is not known to ask before it uses a tool, so no permission policy can hold it: ` +
        "give its profile, leave its mode to the profile, or set acceptUnverified to run it all the same",
    );
  }
  if (denials.doubt === undefined) return;
  throw new AgentError(
    "mode",
    `agent ${name} may use tools without asking, so no permission policy can hold it: ${denials.doubt}; ` +
      "take them away, or set acceptUnverified to run it all the same",
  );
}
