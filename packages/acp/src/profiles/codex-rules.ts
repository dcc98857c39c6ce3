import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Workplace } from "./profile.ts";

/**
 * The first folder with rules that let codex run commands outside of its sandbox without asking: those a person once
 * agreed to, and those of the repository, which `codex-acp` has codex trust.
 */
export function codexRules({ cwd, environment }: Workplace): string | undefined {
  const { CODEX_HOME: own, HOME: home } = environment;
  const owner = own ?? (home === undefined ? undefined : join(home, ".codex"));
  const projects = upwards(cwd).map((folder) => join(folder, ".codex"));
  return [...projects, ...(owner === undefined ? [] : [owner])].map((folder) => join(folder, "rules")).find(holdsRules);
}

function upwards(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...upwards(above)];
}

function holdsRules(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.endsWith(".rules"));
  } catch {
    // No such folder; one that this user cannot read, codex cannot read either.
    return false;
  }
}
