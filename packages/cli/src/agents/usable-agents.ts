import { join, resolve } from "node:path";
import type { AgentConfiguration, AgentsConfiguration, SearchPlaces } from "@agent-markup/acp";
import type { AgentProvider, OtherAgents, RecordingUse, TrustLevel } from "@agent-markup/core";
import type { ConfiguredAgent } from "../configured-agent.ts";
import { UsageError } from "../exit.ts";
import type { Project } from "../project.ts";
import { isTrusted } from "../trust.ts";
import { projectServers } from "./project-servers.ts";
import { lookUpEnvironment, searchPlaces } from "./search-places.ts";

export interface AgentChoice {
  /** Of the run. */
  readonly trust: TrustLevel;
  /** `--agent`: serves every name. */
  readonly chosen: string | null;
  /** Where the agents' turns are written down, or taken from; `isContinued` goes on with what is there. */
  readonly recording: (RecordingUse & { readonly isContinued: boolean }) | null;
}

export interface UsableAgents {
  /** Null when there is no agent. */
  readonly provider: AgentProvider | null;
  readonly others: OtherAgents;
}

type Harness = typeof import("@agent-markup/acp");

/**
 * The agents that a run may use: those of `aml.config.json` where a person trusts the project or this run, and the one of
 * `--agent`, which the person at the command line may also choose among those installed here (docs/adr/0017).
 */
export async function usableAgents(project: Project, { trust, chosen, recording }: AgentChoice): Promise<UsableAgents> {
  const harness = await import("@agent-markup/acp");
  // Whatever the project configures is not looked at: none of it is started.
  if (recording?.mode === "replay")
    return { provider: harness.replayAgents(recording.folder), others: { found: [], untrusted: [] } };
  const { configuration, root } = project;
  const isUsable = trust === "trusted" || isTrusted(project);
  const configured = isUsable ? configuration.agents : {};
  const agents: Record<string, AgentConfiguration> = Object.fromEntries(
    Object.entries(configured).map(([name, agent]) => [name, agentConfiguration(agent, project, harness)]),
  );
  const search = searchPlaces(root, isUsable);
  const installed = installedAgents(search, harness);
  const found = installed.filter((name) => !Object.hasOwn(agents, name));
  const others = { found, untrusted: isUsable ? [] : Object.keys(configuration.agents) };
  if (chosen !== null) {
    const served = Object.hasOwn(agents, chosen) ? agents[chosen] : installedAgent(chosen, search, harness);
    if (!served) throw unknownChoice(chosen, Object.keys(agents), others);
    agents["*"] = served;
  }
  if (Object.keys(agents).length === 0) {
    if (recording === null) return { provider: null, others };
    throw new UsageError(
      "there is nothing to record: no agent is configured",
      'add one to "agents" in aml.config.json',
    );
  }
  const settings: AgentsConfiguration = {
    agents,
    ...(isUsable ? { project: root, models: configuration.models } : {}),
    // As its tool steps do, a run uses the servers of a project only when it is trusted itself.
    ...(trust === "trusted" ? { sharedServers: () => projectServers(root) } : {}),
  };
  const provider = harness.createAcpAgents(settings);
  if (recording === null) return { provider, others };
  return {
    provider: harness.recordAgents(provider, { ...recording, secrets: harness.agentSecrets(settings) }),
    others,
  };
}

/** Names of the shipped profiles whose agents are on this machine. */
function installedAgents(search: SearchPlaces, { shippedProfiles, findAgent }: Harness): string[] {
  return shippedProfiles.filter(({ launch }) => findAgent(launch, search) !== null).map(({ name }) => name);
}

/** By the program that was found, so that nothing else is started in its place. */
function installedAgent(name: string, search: SearchPlaces, harness: Harness): AgentConfiguration | null {
  const launch = harness.shippedProfiles.find((profile) => profile.name === name)?.launch;
  const found = launch === undefined ? null : harness.findAgent(launch, search);
  if (launch === undefined || found === null) return null;
  return { profile: name, command: [found.file, ...launch.args], env: lookUpEnvironment(search) };
}

/** An agent of the configuration as the harness takes it. */
export function agentConfiguration(
  { script, cwd, inheritEnv = [], ...settings }: ConfiguredAgent,
  { root, configuration: { environment } }: Project,
  { scriptedAgentEntry }: Harness,
): AgentConfiguration {
  const scripted =
    script === undefined ? undefined : [process.execPath, scriptedAgentEntry(), "--script", join(root, script)];
  const command = settings.command ?? scripted;
  return {
    ...settings,
    inheritEnv: [...environment, ...inheritEnv],
    ...(command === undefined ? {} : { command }),
    ...(cwd === undefined ? {} : { cwd: resolve(root, cwd) }),
  };
}

function unknownChoice(chosen: string, configured: readonly string[], { found, untrusted }: OtherAgents): UsageError {
  if (untrusted.includes(chosen))
    return new UsageError(
      `the agent "${chosen}" is configured by a project that nobody has trusted`,
      "read aml.config.json, then aml trust, or give --trust trusted for this run",
    );
  const known = [
    configured.length === 0 ? "" : `configured: ${configured.join(", ")}`,
    found.length === 0 ? "" : `found on this machine: ${found.join(", ")}`,
  ].filter((part) => part !== "");
  return new UsageError(
    `no agent "${chosen}" is configured, and none of that name is known to be on this machine`,
    known.length === 0 ? 'add it to "agents" in aml.config.json' : known.join("; "),
  );
}
