import { type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const documents = /\.(?:md|mdx|aml|mmd|mermaid)$/i;
const skipped = new Set(["node_modules", ".git", ".hg", ".svn", ".aml", "dist", "coverage", ".venv", "__pycache__"]);

/** A path that could not be read or written, and why. */
export interface Problem {
  readonly file: string;
  readonly message: string;
}

export interface FoundDocuments {
  /** Each once, in a stable order. */
  readonly files: readonly string[];
  /** Every folder that was looked into, and those of the paths that were named: where a change can be seen. */
  readonly folders: readonly string[];
  readonly problems: readonly Problem[];
}

interface Search {
  readonly files: Set<string>;
  readonly folders: Set<string>;
  readonly problems: Problem[];
}

/** The files that paths name, and the documents in the folders among them; one that cannot be read hides no other. */
export function documentsAt(paths: readonly string[]): FoundDocuments {
  const search: Search = { files: new Set(), folders: new Set(), problems: [] };
  for (const path of paths.map(plainPath)) {
    search.folders.add(dirname(path));
    const stats = statsOf(path, search.problems);
    if (stats?.isDirectory()) lookInto(path, search);
    else if (stats?.isFile()) search.files.add(path);
    // Opening a pipe that nobody writes to would wait for ever.
    else if (stats !== undefined) search.problems.push({ file: path, message: `${path} is not a regular file` });
  }
  return { files: [...search.files], folders: [...search.folders], problems: search.problems };
}

/** What a folder holds, by name; nothing, and a problem, when it cannot be looked into. */
export function entriesOf(folder: string, problems: Problem[]): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    problems.push({ file: folder, message: `${folder} cannot be looked into: ${reasonOf(error)}` });
    return [];
  }
}

/** Links are not followed, so that a folder which holds itself ends. */
function lookInto(folder: string, search: Search): void {
  search.folders.add(folder);
  for (const entry of entriesOf(folder, search.problems)) {
    const path = folder === "." ? entry.name : join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!skipped.has(entry.name)) lookInto(path, search);
    } else if (entry.isFile() && documents.test(entry.name)) search.files.add(path);
  }
}

function statsOf(path: string, problems: Problem[]): Stats | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) problems.push({ file: path, message: `${path}: no such file or folder` });
    return stats;
  } catch (error) {
    problems.push({ file: path, message: `${path} cannot be read: ${reasonOf(error)}` });
    return undefined;
  }
}

/** `./a//b/` and `a/b` are one path. */
function plainPath(path: string): string {
  const normal = normalize(path);
  return normal.length > 1 ? normal.replace(/[\\/]+$/, "") : normal;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
