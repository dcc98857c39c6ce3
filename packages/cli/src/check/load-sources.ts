import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import type { PlacedSource } from "@agent-markup/core";
import { UsageError } from "../exit.ts";
import type { Project } from "../project.ts";
import { documentsAt, type Problem } from "../terminal/documents-at.ts";
import { readDocument } from "../terminal/read-document.ts";
import { type AgentSource, type AgentSources, agentSources } from "./agent-files.ts";
import { importedPackages } from "./imports.ts";
import { type SharedPackage, sharedSkills, skillFolderAround } from "./skill-folders.ts";

export interface SourceRequest {
  /** Files and folders, as they were named. */
  readonly paths: readonly string[];
  /** A text that comes from no file, under the name it is reported as; its folder may be that of a skill. */
  readonly text?: { readonly file: string; readonly text: string };
  readonly project: Project;
}

/** What a check reads. */
export interface LoadedSources {
  /** What is reported on, in the order it was named. */
  readonly asked: readonly PlacedSource[];
  /** The rest of the packages that those files belong to or see: read for their definitions only (language.md 4.5). */
  readonly context: readonly PlacedSource[];
  /** The packages that every document sees, nearest first. */
  readonly shared: readonly SharedPackage[];
  /** Agents that files describe, nearest first; read only where a document names one. */
  readonly agents: readonly AgentSource[];
  /** The implementations that the project prefers (language.md 6). */
  readonly defaults: Readonly<Record<string, string>>;
  readonly problems: readonly Problem[];
  /** Where a change could change the result. */
  readonly folders: readonly string[];
}

/** Reads the documents asked for and the packages around them. A file that cannot be read is a problem, never an end. */
export function loadSources({ paths, text, project }: SourceRequest): LoadedSources {
  const problems: Problem[] = [];
  const found = documentsAt(paths);
  const asked = new Map(text === undefined ? [] : [placed(text)].map((source) => [source.path, source]));
  for (const source of found.files.flatMap((file) => read(file, problems))) {
    if (!asked.has(source.path)) asked.set(source.path, source);
  }
  const imports = importedPackages(project);
  const skills = sharedSkills(project.root, homedir());
  const shared = [...imports.packages, ...skills.packages];
  const around = new Set([...asked.values()].map(({ path }) => dirname(path)));
  const own = [...around].map((folder) => skillFolderAround(folder, project.root)).filter((folder) => folder !== null);
  const packages = documentsAt([...new Set([...shared.map(({ path }) => path), ...own])]);
  const context = packages.files
    .filter((path) => !asked.has(path))
    .flatMap((path) => read(relative(process.cwd(), path) || path, problems))
    .filter(mayDefine);
  const namesAgents = [...asked.values(), ...context].some(({ text: written }) => written.includes("<agent"));
  const agents = namesAgents ? agentSources(project.root, homedir()) : noAgents;
  const places = [found, imports, skills, packages, agents];
  return {
    asked: [...asked.values()],
    context,
    shared,
    agents: agents.sources,
    defaults: project.configuration.defaults,
    problems: distinct([...places.flatMap((place) => place.problems), ...problems]),
    folders: [...new Set(places.flatMap(({ folders }) => folders).map((path) => resolve(path)))],
  };
}

const noAgents: AgentSources = { sources: [], folders: [], problems: [] };

function read(file: string, problems: Problem[]): PlacedSource[] {
  try {
    return [{ file, text: readDocument(file), path: realpathSync(file) }];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    problems.push({ file, message: error.message });
    return [];
  }
}

/** A text stands where a file of its name would; the folder need not be there. */
function placed({ file, text }: { readonly file: string; readonly text: string }): PlacedSource {
  const path = resolve(file);
  try {
    return { file, text, path: join(realpathSync(dirname(path)), path.slice(dirname(path).length)) };
  } catch {
    return { file, text, path };
  }
}

/** A skill folder may hold many texts that define nothing. */
function mayDefine({ file, text }: PlacedSource): boolean {
  return text.includes("<skill") || /(?:^|[\\/])SKILL\.md$/.test(file);
}

function distinct(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [problem.message, problem])).values()];
}
