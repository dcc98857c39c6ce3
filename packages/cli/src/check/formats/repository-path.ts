import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/**
 * A file as code hosts name it: from the root of the checkout, with slashes. Null for a file outside of it.
 * `GITHUB_WORKSPACE` is that root in a workflow; elsewhere it is the git root, else the working directory.
 */
export function repositoryPath(file: string): string | null {
  const steps = relative(checkoutRoot(), resolve(file));
  const isInside = steps !== ".." && !steps.startsWith(`..${sep}`) && !isAbsolute(steps);
  return isInside ? steps.split(sep).join("/") : null;
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
