import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { AgentConfiguration, Launch, Probe, SearchPlaces } from "@agent-markup/acp";
import type { Project } from "../project.ts";
import { isTrusted } from "../trust.ts";
import { lookUpEnvironment, searchPlaces } from "./search-places.ts";
import { agentConfiguration } from "./usable-agents.ts";

type Harness = typeof import("@agent-markup/acp");

/** Where a program was found; `npx` fetches it, and null is nowhere. */
type Via = "command" | "path" | "node_modules" | "npx" | null;

/** One agent as `aml agents` lists it (spec/agent-list.schema.json). */
export interface SurveyedAgent {
  readonly name: string;
  readonly source: "configuration" | "profile";
  readonly profile: string;
  /** The program that would be started, absolute where it was looked up; null when there is none. */
  readonly program: string | null;
  readonly via: Via;
  /** Of the package that the program belongs to. */
  readonly version: string | null;
  readonly model: string | null;
  readonly mode: string | null;
  /** Why it would not be started. */
  readonly problem: string | null;
  readonly probe: Probe | null;
}

export interface Survey {
  readonly isTrusted: boolean;
  readonly agents: readonly SurveyedAgent[];
  /** How each that could be started is configured, for a probe. */
  readonly startable: ReadonlyMap<SurveyedAgent, AgentConfiguration>;
  /** Null where the project's files are not trusted. */
  readonly project: string | null;
}

/** The configured agents, then the profiles that none of them bears the name of, with what was found here; starts nothing. */
export function survey(project: Project, harness: Harness): Survey {
  const trusted = isTrusted(project);
  const folder = trusted ? project.root : null;
  const search = searchPlaces(project.root, trusted);
  const startable = new Map<SurveyedAgent, AgentConfiguration>();
  const listed = (source: SurveyedAgent["source"], name: string, agent: AgentConfiguration) => {
    const entry = surveyed(source, name, agent, search, { harness, root: project.root, isTrusted: trusted });
    if (entry.problem === null) startable.set(entry, asFound(agent, entry, search, harness));
    return entry;
  };
  const { agents: configured } = project.configuration;
  const agents = [
    ...Object.entries(configured).map(([name, agent]) =>
      listed("configuration", name, agentConfiguration(agent, project, harness)),
    ),
    ...harness.shippedProfiles
      .filter(({ name, launch }) => launch.program !== undefined && !Object.hasOwn(configured, name))
      .map(({ name }) => listed("profile", name, { profile: name })),
  ];
  return { isTrusted: trusted, agents, startable, project: folder };
}

/** With the program that was found, so that nothing else is started in its place. */
function asFound(
  agent: AgentConfiguration,
  { profile, program, via }: SurveyedAgent,
  search: SearchPlaces,
  harness: Harness,
): AgentConfiguration {
  if (program === null || (via !== "path" && via !== "node_modules")) return agent;
  const launch = harness.shippedProfiles.find(({ name }) => name === profile)?.launch;
  const env = { ...agent.env, ...lookUpEnvironment(search) };
  return { ...agent, command: [program, ...(launch?.args ?? [])], env };
}

interface Surroundings {
  readonly harness: Harness;
  readonly root: string;
  readonly isTrusted: boolean;
}

function surveyed(
  source: SurveyedAgent["source"],
  name: string,
  agent: AgentConfiguration,
  search: SearchPlaces,
  { harness, root, isTrusted: trusted }: Surroundings,
): SurveyedAgent {
  const profile = typeof agent.profile === "object" ? agent.profile.name : (agent.profile ?? "generic");
  const launch = harness.shippedProfiles.find((shipped) => shipped.name === profile)?.launch;
  const found =
    agent.command === undefined
      ? lookedUp(launch, agent, search, harness)
      : given(agent.command, search, root, harness);
  const isUntrusted = source === "configuration" && !trusted;
  const problem = isUntrusted
    ? "nobody has trusted this project, so its agents are not used: aml trust"
    : launch === undefined
      ? `there is no agent profile ${profile}`
      : found.via === null
        ? missing(launch, agent)
        : null;
  return {
    name,
    source,
    profile,
    ...found,
    version: found.program === null || found.via === "npx" ? null : harness.packageVersion(found.program),
    model: agent.model ?? null,
    mode: agent.mode ?? null,
    problem,
    probe: null,
  };
}

type Program = Pick<SurveyedAgent, "program" | "via">;

function lookedUp(
  launch: Launch | undefined,
  { npx }: AgentConfiguration,
  search: SearchPlaces,
  harness: Harness,
): Program {
  const found = launch === undefined ? null : harness.findAgent(launch, search);
  if (found !== null) return { program: found.file, via: found.via };
  return npx === true && launch?.package !== undefined
    ? { program: launch.package, via: "npx" }
    : { program: null, via: null };
}

/** A command names a program as a shell takes it: by a path, or by a name on the PATH. */
function given([program = ""]: readonly string[], search: SearchPlaces, root: string, harness: Harness): Program {
  if (/[\\/]/.test(program)) {
    const file = resolve(root, program);
    return { program: file, via: existsSync(file) ? "command" : null };
  }
  const found = harness.findAgent({ program, args: [] }, { ...search, project: null });
  return { program: found?.file ?? program, via: found === null ? null : "command" };
}

function missing(launch: Launch, { command }: AgentConfiguration): string {
  if (command !== undefined) return `${command[0] ?? ""} was not found`;
  return `not found: ${launch.program ?? "its program"} is not on the PATH`;
}
