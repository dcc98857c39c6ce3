import { lstatSync } from "node:fs";

/** Whether anything bears this name, a link to nothing included: what restricts a run must not be passed over. */
export function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
