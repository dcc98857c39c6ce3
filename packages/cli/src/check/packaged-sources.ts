import { homedir } from "node:os";
import {
  type AgentFile,
  assignPackages,
  type CheckSource,
  type Diagnostic,
  type RunSource,
  type Source,
} from "@agent-markup/core";
import { UsageError } from "../exit.ts";
import type { Project } from "../project.ts";
import type { Problem } from "../terminal/documents-at.ts";
import { type AgentSource, agentFilesIn, agentSources } from "./agent-files.ts";
import { type LoadedSources, loadSources } from "./load-sources.ts";

export interface PackagedSources {
  /** Shared packages by how near they are; of two definitions of one name the one in a file that was asked for comes last. */
  readonly sources: readonly CheckSource[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The loaded sources, each in its package (language.md 4.5). */
export async function packagedSources({
  asked,
  context,
  shared,
}: Pick<LoadedSources, "asked" | "context" | "shared">): Promise<PackagedSources> {
  // Of two shared packages the first is nearer; what is imported and a skill of the project too counts as imported.
  const places = new Map([...shared.entries()].reverse().map(([rank, { path, layer }]) => [path, { rank, layer }]));
  const sources = [...context, ...asked];
  const assigned = await assignPackages(sources, (folder) => places.get(folder)?.layer ?? "document");
  const packaged = sources.map(({ file, text, path }, index) => {
    const reference = assigned.packages[index];
    const place = places.get(reference?.folder ?? path);
    const source: CheckSource = { file, text, ...(reference === undefined ? {} : { package: reference }) };
    if (reference === undefined || place === undefined) return { source, rank: shared.length };
    const owner = { ...reference, layer: place.layer, folder: reference.folder ?? path };
    return { source: { ...source, package: owner }, rank: place.rank };
  });
  const ordered = packaged.sort((a, b) => a.rank - b.rank).map(({ source }) => source);
  return { sources: ordered, diagnostics: assigned.diagnostics };
}

/**
 * A document to run or plan with what a check of it would see: definitions and configured defaults. A usage error where some
 * of it cannot be read, since other definitions than meant could be found then.
 */
export async function runSource(file: string, text: string, project: Project): Promise<RunSource> {
  const loaded = loadSources({ paths: [file], project });
  refuse(loaded.problems);
  const [asked] = loaded.asked;
  if (asked === undefined) return { file, text };
  const { sources } = await packagedSources({ ...loaded, asked: [{ ...asked, text }] });
  const own = sources.find((source) => source.file === asked.file);
  const definitions = sources.filter((source) => source.file !== asked.file);
  const agents = await agentsNamedIn(sources, loaded.agents);
  return {
    ...own,
    file,
    text,
    ...(agents.length === 0 ? {} : { agents }),
    ...(definitions.length === 0 ? {} : { definitions }),
    ...(Object.keys(loaded.defaults).length === 0 ? {} : { defaults: loaded.defaults }),
  };
}

function refuse([problem]: readonly Problem[]): void {
  if (problem !== undefined)
    throw new UsageError(problem.message, "mend or remove it, so that it is certain what would run");
}

/**
 * A document to run that is not trusted: nothing of the project is seen, but for the files that describe the agents which it
 * names. The user's own may be used, and the project's must be told from agents of that name that are not described.
 */
export async function untrustedSource(file: string, text: string, project: Project): Promise<RunSource> {
  const agents = await agentsNamed(text, project);
  return { file, text, ...(agents.length === 0 ? {} : { agents }) };
}

/** The files that describe agents which a text names. */
export async function agentsNamed(text: string, project: Project): Promise<readonly AgentFile[]> {
  if (!text.includes("<agent")) return [];
  const { sources, problems } = agentSources(project.root, homedir());
  refuse(problems);
  return agentsNamedIn([{ file: "", text }], sources);
}

/** Those whose names stand in the texts: they are kept with the run. */
async function agentsNamedIn(texts: readonly Source[], sources: readonly AgentSource[]): Promise<AgentFile[]> {
  const files = await agentFilesIn(sources);
  return files.filter(({ name }) => texts.some(({ text }) => text.includes(name)));
}
