import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, relative, sep } from "node:path";
import type { Launch } from "../profiles/profile.ts";

/** Where agents are looked for (agents.md 5). */
export interface SearchPlaces {
  /** As the environment has it; entries that are not given from the root say nothing certain and are passed over. */
  readonly path: string | undefined;
  /** The folder whose `node_modules/.bin` counts too, absolute; null where its files are not trusted. */
  readonly project: string | null;
  /** A folder whose programs do not count, links resolved: `npx` and `npm run` put those of a project on the PATH. */
  readonly untrusted?: string;
}

export interface FoundAgent {
  readonly via: "path" | "node_modules";
  /** Absolute. */
  readonly file: string;
}

/** The program of an agent on this machine: on the PATH, else installed in the project; starts nothing. */
export function findAgent({ program }: Launch, { path, project, untrusted }: SearchPlaces): FoundAgent | null {
  if (program === undefined) return null;
  const isOpen = (folder: string) => isAbsolute(folder) && (untrusted === undefined || !isInside(folder, untrusted));
  const folders = (path ?? "").split(delimiter).filter(isOpen);
  const onPath = folders.map((folder) => join(folder, program)).find(isProgram);
  if (onPath !== undefined) return { via: "path", file: onPath };
  if (project === null) return null;
  const installed = join(project, "node_modules", ".bin", program);
  return isProgram(installed) ? { via: "node_modules", file: installed } : null;
}

function isInside(folder: string, around: string): boolean {
  try {
    const steps = relative(around, realpathSync(folder));
    return !isAbsolute(steps) && steps !== ".." && !steps.startsWith(`..${sep}`);
  } catch {
    return false; // It is not there, and so holds nothing.
  }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false; // Not there, a link to nothing, or not ours to run: the next place counts.
  }
}
