import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Workplace } from "./profile.ts";

/** A folder of settings by its path in the project and every folder above, then in the home of the agent's user. */
export function settingsFolders(
  { cwd, environment }: Workplace,
  inProject: string,
  home: { readonly variable: string; readonly folder: string; readonly path: string },
): readonly string[] {
  const { HOME: user } = environment;
  const own = environment[home.variable] ?? (user === undefined ? undefined : join(user, home.folder));
  return [
    ...upwards(cwd).map((folder) => join(folder, inProject)),
    ...(own === undefined ? [] : [join(own, home.path)]),
  ];
}

/** Whether a folder holds a file of this ending. One that cannot be read here, the agent cannot read either. */
export function holds(folder: string, ending: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.endsWith(ending));
  } catch {
    return false;
  }
}

/** Files by their paths in the project and in every folder above it; what its user has at home is no repository's. */
export function projectFiles({ cwd, environment }: Workplace, ...paths: readonly string[]): readonly string[] {
  const folders = upwards(cwd).filter((folder) => folder !== environment.HOME);
  return folders.flatMap((folder) => paths.map((path) => join(folder, path)));
}

function upwards(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...upwards(above)];
}
