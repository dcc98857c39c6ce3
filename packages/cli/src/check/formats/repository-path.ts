import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** A file as code hosts name it: from the root of the checkout, with slashes. Null for a file outside of it. */
export type RepositoryPath = (file: string) => string | null;

/**
 * Names files for a code host. `GITHUB_WORKSPACE` is the root of the checkout in a workflow; elsewhere it is the git root,
 * else the working directory. Each file is looked at once, however often it is named.
 */
export function repositoryPaths(): RepositoryPath {
  const root = checkoutRoot();
  const known = new Map<string, string | null>();
  return (file) => {
    const found = known.get(file);
    if (found !== undefined) return found;
    const steps = relative(root, resolve(file));
    const isInside = steps !== ".." && !steps.startsWith(`..${sep}`) && !isAbsolute(steps);
    const path = isInside ? steps.split(sep).join("/") : null;
    known.set(file, path);
    return path;
  };
}

function checkoutRoot(): string {
  const workspace = process.env.GITHUB_WORKSPACE ?? "";
  if (workspace !== "") return workspace;
  const start = process.cwd();
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (folder === dirname(folder)) return start;
  }
}
