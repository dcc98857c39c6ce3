import { existsSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Project } from "../project.ts";
import { documentsAt } from "../terminal/documents-at.ts";
import { type SharedPackage, type SharedPackages, skillFolderAround } from "./skill-folders.ts";

/**
 * What the project's configuration imports, in its order: a file that belongs to a skill brings the whole skill, any
 * other is a package of its own (language.md 4.5). An import that is not there is a problem.
 */
export function importedPackages({ root, configuration, configurationFile }: Project): SharedPackages {
  const places = configuration.import.map((name) => ({ name, path: resolve(root, name) }));
  const present = places.filter(({ path }) => existsSync(path));
  const missing = places.filter((place) => !present.includes(place));
  const empty = present.filter(({ path }) => documentsAt([path]).files.length === 0);
  const found = documentsAt(present.map(({ path }) => path));
  const packages = new Map<string, SharedPackage>();
  for (const file of found.files.map((path) => realpathSync(path))) {
    const path = skillFolderAround(dirname(file), root) ?? file;
    packages.set(path, { path, layer: "import" });
  }
  const file = configurationFile ?? "aml.config.json";
  const problems = [
    ...missing.map(({ name }) => ({ file, message: `${file} imports ${name}, which is not there` })),
    ...empty.map(({ name }) => ({ file, message: `${file} imports ${name}, which holds no documents` })),
  ];
  return { packages: [...packages.values()], folders: found.folders, problems: [...problems, ...found.problems] };
}
