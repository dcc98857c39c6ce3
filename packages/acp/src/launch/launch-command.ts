import { AgentError } from "@agent-markup/core";
import type { Profile } from "../profiles/profile.ts";
import { findAgent, type SearchPlaces } from "./find-agent.ts";

export interface LaunchRequest {
  /** By the name that documents use, for the message. */
  readonly agent: string;
  readonly profile: Profile;
  /** The operator lets `npx` fetch what is not installed. */
  readonly npx: boolean;
}

/**
 * The command of an agent that is configured by its profile alone: on the PATH, in the project's `node_modules`, by `npx`
 * only where that was asked for (agents.md 5). Throws an `AgentError` that says what was looked for.
 */
export function launchCommand({ agent, profile, npx }: LaunchRequest, places: SearchPlaces): readonly string[] {
  const { name, launch } = profile;
  const found = findAgent(launch, places);
  if (found !== null) return [found.file, ...launch.args];
  if (npx && launch.package !== undefined) return npxCommand(launch.package, launch.program, launch.args);
  if (launch.program === undefined)
    throw new AgentError("not_configured", `agent ${agent} needs a command: the profile ${name} names no program`);
  const where = places.project === null ? "on the PATH" : "on the PATH or in node_modules/.bin of the project";
  const fetched =
    launch.package === undefined ? "" : `, install ${launch.package}, or set "npx": true to let npx fetch it`;
  throw new AgentError(
    "not_started",
    `agent ${agent} was not found: there is no ${launch.program} ${where}; give its command${fetched}`,
  );
}

/** By its program where that is known: a package may have several. */
function npxCommand(name: string, program: string | undefined, args: readonly string[]): readonly string[] {
  return program === undefined
    ? ["npx", "--yes", name, ...args]
    : ["npx", "--yes", "--package", name, "--", program, ...args];
}
