import { dirname, join } from "node:path";
import type { Workplace } from "./profile.ts";
import { settingsNames } from "./settings-text.ts";

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

/** Whether a folder holds, or for all that we can tell may hold, a file of this ending. */
export function holds(folder: string, ending: string): boolean {
  const names = settingsNames(folder);
  return typeof names === "string" ? names === "unreadable" : names.value.some((name) => name.endsWith(ending));
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
