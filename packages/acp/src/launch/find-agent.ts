import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { Launch } from "../profiles/profile.ts";

/** Where agents are looked for (agents.md 5). */
export interface SearchPlaces {
  /** As the environment has it; entries that are not given from the root say nothing certain and are passed over. */
  readonly path: string | undefined;
  /** The folder whose `node_modules/.bin` counts too, absolute; null where its files are not trusted. */
  readonly project: string | null;
}

export interface FoundAgent {
  readonly via: "path" | "node_modules";
  /** Absolute. */
  readonly file: string;
}

/** The program of an agent on this machine: on the PATH, else installed in the project; starts nothing. */
export function findAgent({ program }: Launch, { path, project }: SearchPlaces): FoundAgent | null {
  if (program === undefined) return null;
  const folders = (path ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  const onPath = folders.map((folder) => join(folder, program)).find(isProgram);
  if (onPath !== undefined) return { via: "path", file: onPath };
  if (project === null) return null;
  const installed = join(project, "node_modules", ".bin", program);
  return isProgram(installed) ? { via: "node_modules", file: installed } : null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false; // Not there, a link to nothing, or not ours to run: the next place counts.
  }
}
