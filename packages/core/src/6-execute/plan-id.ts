import { basename } from "node:path";

import { hashOf } from "./text-hash.ts";

const longest = 64;

/** The id of a new plan: the file's stem, the run and the place in the document, in the characters of an id (diagram.md 1). */
export function planId(file: string, run: string, path: string): string {
  const place = `-${run}-${path.replaceAll(".", "-")}`;
  // An id says where it is from as far as there is room; a place that is too deep for that is told from others by its hash.
  const tail = place.length < longest ? place : `-${hashOf(place).slice(0, 32)}`;
  const stem = basename(file)
    .replace(/\..*$/, "")
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^[-_]+/, "");
  return `${(stem === "" ? "plan" : stem).slice(0, longest - tail.length)}${tail}`;
}
