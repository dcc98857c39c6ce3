import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { type Configuration, readConfiguration } from "./configuration.ts";
import { UsageError } from "./exit.ts";
import { isThere } from "./is-there.ts";

/** The folder a command works in: workspace of the tools, home of `.aml/` (DESIGN.md 6). */
export interface Project {
  /** Absolute, symbolic links resolved. */
  readonly root: string;
  readonly configurationFile: string | null;
  readonly configuration: Configuration;
}

/** The nearest `aml.config.json` at or above the working directory, else the git root, else the working directory. */
export function findProject(workingDirectory: string): Project {
  const start = realpathSync(workingDirectory);
  const configured = nearest(start, (folder) => isThere(join(folder, "aml.config.json")));
  if (configured !== null) {
    const configurationFile = join(configured, "aml.config.json");
    return { root: configured, configurationFile, configuration: load(configurationFile) };
  }
  const root = nearest(start, (folder) => existsSync(join(folder, ".git"))) ?? start;
  return { root, configurationFile: null, configuration: readConfiguration("{}", "aml.config.json") };
}

/** The path of the state file of a project. */
export function stateFile(project: Project): string {
  return join(project.root, ".aml", "state.db");
}

/** How a run names its document: from the project's root, so that it is found from any folder; absolute outside it. */
export function recordedName(project: Project, file: string): string {
  const path = realpathSync(file);
  const steps = relative(project.root, path);
  return steps === "" || steps === ".." || steps.startsWith(`..${sep}`) || isAbsolute(steps) ? path : steps;
}

/** Whether anything was run in a project yet. */
export function hasState(project: Project): boolean {
  return existsSync(stateFile(project));
}

function load(file: string): Configuration {
  let text: string;
  try {
    if (!statSync(file).isFile()) throw new UsageError(`${file} is not a regular file`);
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  return readConfiguration(text, file);
}

function nearest(start: string, matches: (folder: string) => boolean): string | null {
  for (let folder = start; ; folder = dirname(folder)) {
    if (matches(folder)) return folder;
    if (folder === dirname(folder)) return null;
  }
}
