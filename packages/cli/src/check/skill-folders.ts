import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Layer } from "@agent-markup/core";
import { documentsAt, entriesOf, type Problem } from "../terminal/documents-at.ts";

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
  const places = [
    ...skillRoots.map((root) => ({ base: project, root, layer: "project" as const })),
    ...skillRoots.map((root) => ({ base: home, root, layer: "user" as const })),
  ];
  const packages = new Map<string, SharedPackage>();
  const folders = new Set([project]);
  const problems: Problem[] = [];
  for (const { base, root, layer } of places) {
    const path = join(base, root);
    for (const folder of [dirname(path), path]) if (existsSync(folder)) folders.add(folder);
    if (!existsSync(path)) continue;
    for (const folder of skillFoldersIn(path, problems)) {
      if (!packages.has(folder)) packages.set(folder, { path: folder, layer });
    }
  }
  return { packages: [...packages.values()], folders: [...folders], problems };
}

/** Skills are often linked into such a root from another one, so links are followed there, and only there. */
function skillFoldersIn(root: string, problems: Problem[]): string[] {
  const children = entriesOf(root, problems).map((entry) => join(root, entry.name));
  const found = documentsAt(children.filter(isFolder));
  problems.push(...found.problems);
  return found.files.filter((file) => basename(file) === "SKILL.md").map((file) => realpathSync(dirname(file)));
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // A link to nothing is no skill.
  }
}

/** The nearest folder with a SKILL.md at or above a folder, within its project or repository; null when there is none. */
export function skillFolderAround(folder: string, project: string): string | null {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, "SKILL.md"))) return current;
    const isEnd = current === project || current === dirname(current) || existsSync(join(current, ".git"));
    if (isEnd) return null;
  }
}
