import type { SearchPlaces } from "@agent-markup/acp";
import { pathOutside } from "./path-outside.ts";

/** Where agents are looked for: the project's own programs count only where its files are trusted (docs/adr/0017). */
export function searchPlaces(root: string, isTrusted: boolean): SearchPlaces {
  const path = process.env.PATH ?? "";
  if (isTrusted) return { path, project: root };
  return { path: pathOutside(path, { root, workingDirectory: process.cwd() }), project: null };
}

/** What an agent looks up itself, as `#!/usr/bin/env node` does, must not be found where the agent itself was not looked for. */
export function lookUpEnvironment({ path, project }: SearchPlaces): Readonly<Record<string, string>> {
  return project === null && path !== undefined ? { PATH: path } : {};
}
