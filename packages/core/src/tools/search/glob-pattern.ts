import { refuse } from "../tool-error.ts";
import { expandBraces } from "./braces.ts";
import { isQuiet, type Segment, segmentOf } from "./segment.ts";

/** Where a path has come to in a pattern; empty when nothing below it can match. */
export type GlobState = ReadonlySet<number>;

/** A pattern for paths: `*`, `?` and `[...]` in a name, `**` for any number of folders, `{a,b}` for either. */
export interface GlobPattern {
  readonly start: GlobState;
  /** Goes one name down. */
  step(state: GlobState, name: string): GlobState;
  /** Whether the path that led here is matched. */
  isMatch(state: GlobState): boolean;
}

type Node = "anyFolders" | "end" | Segment;

const maxLength = 1000;

/**
 * Reads a pattern. It is followed as a set of places at once, never by trying one way after another, so that no pattern
 * takes longer than its length times the path's.
 */
export function globPattern(pattern: string): GlobPattern {
  if (pattern === "") refuse("the pattern is empty");
  if (pattern.length > maxLength) refuse(`the pattern is longer than ${maxLength} characters`);
  if (pattern.includes("\0")) refuse("the pattern holds a NUL character");
  const nodes: Node[] = [];
  const starts: number[] = [];
  for (const alternative of expandBraces(pattern)) {
    starts.push(nodes.length);
    nodes.push(...nodesOf(alternative, pattern), "end");
  }

  /** A place, and those behind it that need no further name. */
  function enter(state: Set<number>, place: number): void {
    state.add(place);
    if (nodes[place] === "anyFolders") enter(state, place + 1);
  }

  return {
    start: entered(starts),
    step(state, name) {
      const next = new Set<number>();
      for (const place of state) {
        const node = nodes[place];
        if (node === undefined || node === "end") continue;
        if (node === "anyFolders") {
          if (!isQuiet(name)) enter(next, place);
        } else if (node.matches(name)) enter(next, place + 1);
      }
      return next;
    },
    isMatch: (state) => [...state].some((place) => nodes[place] === "end"),
  };

  function entered(places: readonly number[]): GlobState {
    const state = new Set<number>();
    for (const place of places) enter(state, place);
    return state;
  }
}

function nodesOf(alternative: string, pattern: string): Node[] {
  if (alternative.startsWith("/")) refuse(`the pattern "${pattern}" is absolute: name the folder in "path"`);
  return alternative.split("/").flatMap((name, index, names): Node[] => {
    if (name === "..") return refuse(`the pattern "${pattern}" leads up: name the folder in "path"`);
    if (name === "." || name === "") return [];
    if (name !== "**") return [segmentOf(name)];
    return names[index - 1] === "**" ? [] : withFile(index === names.length - 1);
  });
}

/** At the end, `**` means every file below. */
function withFile(isLast: boolean): Node[] {
  return isLast ? ["anyFolders", segmentOf("*")] : ["anyFolders"];
}
