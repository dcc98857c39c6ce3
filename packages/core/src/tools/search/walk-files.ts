import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../../process/error-code.ts";
import { protectionOf } from "../workspace.ts";
import type { GlobPattern, GlobState } from "./glob-pattern.ts";

export interface WalkRequest {
  /** The workspace's real path. */
  readonly root: string;
  /** The real path of the folder that the pattern begins in. */
  readonly from: string;
  readonly pattern: GlobPattern;
  /** Told of a folder that could not be read. */
  readonly unreadable: (folder: string) => void;
  readonly signal: AbortSignal;
}

interface Folder {
  readonly path: string;
  readonly state: GlobState;
}

/**
 * The real paths of the regular files that a pattern matches, those of a folder in the order of their names. Links are
 * never followed: what they lead to is found where it is, and nothing outside is found at all (diagram.md 3).
 */
export async function* walkFiles({ root, from, pattern, unreadable, signal }: WalkRequest): AsyncGenerator<string> {
  const isProtected = protectionOf(root);
  const open: Folder[] = [{ path: from, state: pattern.start }];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    signal.throwIfAborted();
    const below: Folder[] = [];
    for (const entry of await entriesOf(folder.path, unreadable)) {
      const path = join(folder.path, entry.name);
      const state = pattern.step(folder.state, entry.name);
      if (state.size === 0 || isProtected(path)) continue;
      if (entry.isDirectory()) below.push({ path, state });
      else if (entry.isFile() && pattern.isMatch(state)) yield path;
    }
    open.push(...below.reverse());
  }
}

async function entriesOf(folder: string, unreadable: (folder: string) => void) {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    // Between looking and reading, a folder on the way may have been replaced by a link to elsewhere.
    if ((await realpath(folder)) !== folder) return [];
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const code = errorCode(error);
    if (code === "") throw error;
    // Gone since its parent was read.
    if (code !== "ENOENT" && code !== "ENOTDIR") unreadable(folder);
    return [];
  }
}
