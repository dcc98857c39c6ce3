import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { entriesOf, type Problem } from "../terminal/documents-at.ts";

/** A folder in which people keep what every document sees (DESIGN.md 7). */
export interface SharedPlace {
  /** As it stands in a project or a home. */
  readonly root: string;
  readonly path: string;
  readonly layer: "project" | "user";
}

/** The places that are there, nearest first: all of the project before those of the user. */
export function sharedPlaces(roots: readonly string[], project: string, home: string): SharedPlace[] {
  return [
    ...roots.map((root) => ({ root, path: join(project, root), layer: "project" as const })),
    ...roots.map((root) => ({ root, path: join(home, root), layer: "user" as const })),
  ].filter(({ path }) => existsSync(path));
}

/** Folders in which such a place, or something in it, may appear or vanish. */
export function foldersAround(roots: readonly string[], project: string, home: string): string[] {
  const places = [project, home].flatMap((base) => roots.map((root) => join(base, root)));
  return [...new Set([project, ...places.flatMap((path) => [dirname(path), path]).filter(existsSync)])];
}

/** What stands in such a place: things are often linked into it from another one, so links are followed there, and only there. */
export function childrenOf(place: string, problems: Problem[]): string[] {
  return entriesOf(place, problems).map((entry) => join(place, entry.name));
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // A link to nothing holds nothing.
  }
}
