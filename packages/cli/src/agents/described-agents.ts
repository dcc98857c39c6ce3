import { homedir } from "node:os";
import type { AgentFile } from "@agent-markup/core";
import { agentFilesIn, agentSources } from "../check/agent-files.ts";
import { UsageError } from "../exit.ts";
import type { Project } from "../project.ts";

/** An agent that a file describes, as `aml agents` lists it (spec/agent-list.schema.json). */
export interface DescribedAgent {
  readonly name: string;
  readonly file: string;
  readonly layer: AgentFile["layer"];
  readonly description: string;
  readonly model: string | null;
  /** As they are written; null for no constraint. */
  readonly tools: readonly string[] | null;
  /** The configured agent that it runs on; null when there is none. */
  readonly runsOn: string | null;
  /** Farther files of the same name. */
  readonly hides: readonly string[];
  /** Why it would not be used. */
  readonly problem: string | null;
}

/** The agent files that a document of the project finds, the nearest of each name. */
export async function describedAgents(project: Project, isTrusted: boolean): Promise<DescribedAgent[]> {
  const { sources, problems } = agentSources(project.root, homedir());
  const [unreadable] = problems;
  if (unreadable !== undefined) throw new UsageError(unreadable.message, "mend or remove it");
  const files = await agentFilesIn(sources);
  return files.map(({ name, file, layer, description, model = null, tools, hides = [], problem }) => {
    const runsOn = servingAgent(name, project, isTrusted);
    const trouble = troubleOf({ layer, problem, runsOn, isTrusted });
    return { name, file, layer, description, model, tools, runsOn, hides, problem: trouble };
  });
}

/** As a run decides it (docs/adr/0017). */
function servingAgent(name: string, { configuration }: Project, isTrusted: boolean): string | null {
  const { agents, defaultAgent } = configuration;
  if (!isTrusted) return null;
  return [name, "*", defaultAgent].find((known) => known !== null && Object.hasOwn(agents, known)) ?? null;
}

interface Standing extends Pick<DescribedAgent, "layer" | "runsOn"> {
  readonly problem: string | undefined;
  readonly isTrusted: boolean;
}

function troubleOf({ layer, problem, runsOn, isTrusted }: Standing): string | null {
  if (problem !== undefined) return problem;
  if (layer === "project" && !isTrusted) return "nobody has trusted this project, so its files are not used: aml trust";
  return runsOn === null ? 'no configured agent serves it: add its name or "*" to "agents" in aml.config.json' : null;
}
