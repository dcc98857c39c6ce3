import { existsSync, realpathSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

export interface Untrusted {
  /** Of the project, absolute, links resolved; the git repository that it lies in counts with it. */
  readonly root: string;
  /** `npm run` and `npx` put the programs of every folder at or above it on the PATH. */
  readonly workingDirectory: string;
}

/**
 * A PATH without what a project may have put there: folders that depend on where one stands, those of the project and of
 * its repository, and every `node_modules/.bin` at or above the working directory (docs/adr/0017).
 */
export function pathOutside(path: string, { root, workingDirectory }: Untrusted): string {
  const above = upwards(realpathSync(workingDirectory));
  const around = [root, ...upwards(root).filter(isRepository).slice(0, 1)];
  const installed = above.map((folder) => followed(programsIn(folder))).filter((folder) => folder !== null);
  const isOutside = (folder: string) => {
    if (!isAbsolute(folder) || isProgramsOf(folder, above)) return false;
    // A link anywhere on the way may lead out of the project as well as into it.
    const places = [folder, ...upwards(resolve(folder))].map(followed).filter((place) => place !== null);
    const [place] = places;
    if (place !== undefined && installed.some((programs) => isInside(place, programs))) return false;
    return !places.some((passed) => around.some((outer) => isInside(passed, outer)));
  };
  return path.split(delimiter).filter(isOutside).join(delimiter);
}

function isProgramsOf(folder: string, above: readonly string[]): boolean {
  const installed = dirname(resolve(folder));
  if (basename(folder) !== ".bin" || basename(installed) !== "node_modules") return false;
  const owner = followed(dirname(installed));
  return owner !== null && above.includes(owner);
}

const programsIn = (folder: string) => join(folder, "node_modules", ".bin");

const isRepository = (folder: string) => existsSync(join(folder, ".git"));

/** The folder and all above it. */
function upwards(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...upwards(above)];
}

/** Where it really is; null where nothing is. As the system follows it: `..` behind a link is above where that leads. */
function followed(folder: string): string | null {
  try {
    return realpathSync.native(folder);
  } catch {
    return null;
  }
}

function isInside(folder: string, around: string): boolean {
  const steps = relative(around, folder);
  return !isAbsolute(steps) && steps !== ".." && !steps.startsWith(`..${sep}`);
}
