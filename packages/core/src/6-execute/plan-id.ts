import { basename } from "node:path";

const longest = 64;

/** The id of a new plan: the file's stem, the run and the place in the document, in the characters of an id (diagram.md 1). */
export function planId(file: string, run: string, path: string): string {
  const tail = `-${run}-${path.replaceAll(".", "-")}`;
  const stem = basename(file)
    .replace(/\..*$/, "")
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^[-_]+/, "");
  return `${(stem === "" ? "plan" : stem).slice(0, longest - tail.length)}${tail}`;
}
