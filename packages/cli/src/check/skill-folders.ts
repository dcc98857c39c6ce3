import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Layer } from "@agent-markup/core";
import { documentsAt, type Problem } from "../terminal/documents-at.ts";
import { childrenOf, foldersAround, isFolder, sharedPlaces } from "./shared-places.ts";

/** Where people keep skills, the nearest first (DESIGN.md 7). */
const skillRoots = [".agents/skills", ".claude/skills", ".github/skills"] as const;

/** A package that every document sees. */
export interface SharedPackage {
  /** The folder of its SKILL.md, or the file that it is alone; absolute, symbolic links resolved. */
  readonly path: string;
  readonly layer: Layer;
}

export interface SharedPackages {
  /** Nearest first. */
  readonly packages: readonly SharedPackage[];
  /** Absolute folders in which a skill may appear or vanish. */
  readonly folders: readonly string[];
  readonly problems: readonly Problem[];
}

/** The skills of the project and of the user; the project's are nearer, and a folder counts once (language.md 4.5). */
export function sharedSkills(project: string, home: string): SharedPackages {
  const packages = new Map<string, SharedPackage>();
  const problems: Problem[] = [];
  for (const { path, layer } of sharedPlaces(skillRoots, project, home)) {
    for (const folder of skillFoldersIn(path, problems)) {
      if (!packages.has(folder)) packages.set(folder, { path: folder, layer });
    }
  }
  return { packages: [...packages.values()], folders: foldersAround(skillRoots, project, home), problems };
}

function skillFoldersIn(root: string, problems: Problem[]): string[] {
  const found = documentsAt(childrenOf(root, problems).filter(isFolder));
  problems.push(...found.problems);
  return found.files.filter((file) => basename(file) === "SKILL.md").map((file) => realpathSync(dirname(file)));
}

/** The nearest folder with a SKILL.md at or above a folder, within its project or repository; null when there is none. */
export function skillFolderAround(folder: string, project: string): string | null {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, "SKILL.md"))) return current;
    const isEnd = current === project || current === dirname(current) || existsSync(join(current, ".git"));
    if (isEnd) return null;
  }
}
