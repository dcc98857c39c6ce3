import { lstatSync, readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { isAbsolute, join, parse, relative, sep } from "node:path";
import { errorCode } from "../process/error-code.ts";
import { refuse } from "./tool-error.ts";

/** The system's own limit on links that lead to links. */
const maxLinks = 40;

/**
 * The real path that a path given to a tool means: links and `..` followed one by one as the system does, whether it
 * exists or not. Refused when it leaves the workspace or is the project's state or configuration (diagram.md 3).
 */
export function resolveInWorkspace(workspace: string, path: string): string {
  if (path === "") refuse("the path is empty");
  if (path.includes("\0")) refuse("the path holds a NUL character");
  const root = realFolder(workspace);
  const real = realPath(isAbsolute(path) ? path : root + sep + path, path);
  if (!isInside(root, real)) refuse(`${path} is outside the workspace`);
  if (protectionOf(root)(real)) refuse(`${path} belongs to the runtime: its state and configuration are not for tools`);
  return real;
}

/**
 * Refuses an opened file that its real path does not lead to: between looking and opening, a folder on the way may have
 * been replaced by a link to elsewhere. `shown` is the path as the caller wrote it.
 */
export function assertUnmoved(workspace: string, real: string, opened: Stats, shown: string): void {
  const found = statSync(resolveInWorkspace(workspace, real), { throwIfNoEntry: false });
  if (found?.dev !== opened.dev || found.ino !== opened.ino) refuse(`${shown} was moved while it was being opened`);
}

function realFolder(workspace: string): string {
  try {
    return realpathSync(workspace);
  } catch (error) {
    return refuse(`the workspace ${workspace} cannot be used: ${errorCode(error)}`);
  }
}

/** As `realpath` does, but going on by name where nothing exists, and through links that lead to nothing yet. */
function realPath(absolute: string, shown: string): string {
  const { root } = parse(absolute);
  const rest = absolute.slice(root.length).split(sep).reverse();
  let at = root;
  let links = 0;
  for (let name = rest.pop(); name !== undefined; name = rest.pop()) {
    if (name === "" || name === ".") continue;
    const next = join(at, name);
    const target = name === ".." ? null : linkTarget(next, shown);
    if (target === null) {
      at = next;
      continue;
    }
    if (++links > maxLinks) refuse(`${shown} leads through too many links`);
    if (isAbsolute(target)) at = parse(target).root;
    rest.push(...target.split(sep).reverse());
  }
  return at;
}

/** Where a link points; null for what is no link, or is not there. */
function linkTarget(path: string, shown: string): string | null {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : null;
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") return null;
    if (code === "ENOTDIR") return refuse(`${shown} leads through a file as if it were a folder`);
    if (code === "ENAMETOOLONG") return refuse(`${shown.slice(0, 100)}... is too long a name`);
    return refuse(`${shown} cannot be looked up: ${code}`);
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * Tells which real paths below a real root belong to the runtime: by name in any spelling, since some file systems ignore
 * case, and by where the names lead when they are links (diagram.md 3).
 */
export function protectionOf(root: string): (real: string) => boolean {
  const targets = [".aml", "aml.config.json"].flatMap((name) => {
    const target = realPath(join(root, name), name);
    return target === join(root, name) ? [] : [target];
  });
  return (real) => {
    const names = relative(root, real).toLowerCase().split(sep);
    if (names.some((name) => name === ".aml" || name.startsWith("aml.config."))) return true;
    return targets.some((target) => isInside(target, real));
  };
}
