import { existsSync, realpathSync } from "node:fs";
import { basename, relative } from "node:path";
import { type AgentFile, type PlacedSource, readAgentFile, sourceFile } from "@agent-markup/core";
import { UsageError } from "../exit.ts";
import { documentsAt, type Problem } from "../terminal/documents-at.ts";
import { readDocument } from "../terminal/read-document.ts";
import { childrenOf, foldersAround, sharedPlaces } from "./shared-places.ts";

/** Where people keep agents, the nearest first (agents.md 5). */
const agentRoots = [".agents/agents", ".claude/agents", ".github/agents"] as const;

/** The text of an agent file, named from the project's root, or from the system's for the user's own. */
export interface AgentSource extends PlacedSource {
  readonly layer: AgentFile["layer"];
}

export interface AgentSources {
  /** Nearest first. */
  readonly sources: readonly AgentSource[];
  /** Absolute folders in which one may appear or vanish. */
  readonly folders: readonly string[];
  readonly problems: readonly Problem[];
}

/** The agent files of the project and of the user; a file counts once, however it is linked. */
export function agentSources(project: string, home: string): AgentSources {
  const problems: Problem[] = [];
  const sources = new Map<string, AgentSource>();
  for (const { path: place, layer } of sharedPlaces(agentRoots, project, home)) {
    const found = documentsAt(childrenOf(place, problems).filter((child) => existsSync(child)));
    problems.push(...found.problems);
    for (const file of found.files.filter(isAgentFile)) {
      const path = realpathSync(file);
      if (sources.has(path)) continue;
      const name = layer === "project" ? relative(project, file) : file;
      for (const text of read(file, problems)) sources.set(path, { file: name, text, path, layer });
    }
  }
  return { sources: [...sources.values()], folders: foldersAround(agentRoots, project, home), problems };
}

/** Whether a path is that of an agent file; a README beside them is none. */
export function isAgentFile(path: string): boolean {
  if (/^readme\.md$/i.test(basename(path))) return false;
  return /(?:^|[\\/])(?:\.agents|\.claude)[\\/]agents[\\/].*\.md$|(?:^|[\\/])\.github[\\/]agents[\\/].*\.agent\.md$/i.test(
    path,
  );
}

/** What the files describe: the nearest of each name, with those that it hides. */
export async function agentFilesIn(sources: readonly AgentSource[]): Promise<AgentFile[]> {
  const read = await Promise.all(sources.map((source) => readAgentFile(sourceFile(source), source.layer)));
  const byName = new Map<string, AgentFile[]>();
  for (const { agent } of read) byName.set(agent.name, [...(byName.get(agent.name) ?? []), agent]);
  return [...byName.values()].flatMap(([nearest, ...farther]) => {
    if (nearest === undefined) return [];
    return [farther.length === 0 ? nearest : { ...nearest, hides: farther.map(({ file }) => file) }];
  });
}

function read(file: string, problems: Problem[]): string[] {
  try {
    return [readDocument(file)];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    problems.push({ file, message: error.message });
    return [];
  }
}
