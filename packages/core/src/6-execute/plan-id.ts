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

/** The plan of a later attempt at a skill: `retries` makes a new one each time (diagram.md 1). */
export function attemptPlanId(id: string, attempt: number): string {
  return attempt === 1 ? id : `${roomFor(id)}-${attempt}`;
}

/** A plan that `--new` begins under an id with a finished one: the second of them is `id--2`. */
export function laterPlanId(id: string, count: number): string {
  return count === 1 ? id : `${laterPlans(id)}${count}`;
}

/** Whether an id reads like one of those: nobody chooses such an id. */
export function isLaterPlanId(id: string): boolean {
  return /--[1-9]\d*$/.test(id);
}

/** How the ids of those begin. */
export function laterPlans(id: string): string {
  return `${roomFor(id)}--`;
}

/** An id with room for a number after it; two long ones that only end differently do not become one. */
function roomFor(id: string): string {
  const room = longest - 8;
  return id.length <= room ? id : `${id.slice(0, room - 9)}-${hashOf(id).slice(0, 8)}`;
}
