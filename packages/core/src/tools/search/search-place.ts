import { statSync } from "node:fs";
import { relative, sep } from "node:path";
import { refuse } from "../tool-error.ts";
import { resolveInWorkspace } from "../workspace.ts";

/** Where a search begins; real paths. */
export interface SearchPlace {
  readonly root: string;
  readonly from: string;
  readonly isFolder: boolean;
}

/** The folder or file that `path` leads to, the whole workspace when it is left out; refuses one that is not there. */
export function searchPlace(workspace: string, path = "."): SearchPlace {
  const root = resolveInWorkspace(workspace, ".");
  const from = resolveInWorkspace(workspace, path);
  const stats = statSync(from, { throwIfNoEntry: false });
  if (stats === undefined) return refuse(`${path}: there is no such file or folder`);
  return { root, from, isFolder: stats.isDirectory() };
}

/** A path as it is shown: from the workspace on, in quotes when a character of it would be taken for something else. */
export function shownPath(root: string, real: string): string {
  const path = relative(root, real).split(sep).join("/");
  return /\p{Cc}/u.test(path) ? JSON.stringify(path) : path;
}
