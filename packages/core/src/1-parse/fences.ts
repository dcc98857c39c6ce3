import { type FenceLine, fenceLines } from "./fence-line.ts";

/** Where the fenced block that opens at an offset ends: -1 when it is never closed, undefined when no line opens one there. */
export type FenceEnd = (at: number) => number | undefined;

/**
 * The fenced code blocks of a text (language.md 2), asked for in order. A text without fences is never looked through.
 */
export function fences(text: string): FenceEnd {
  let lines: readonly FenceLine[] | undefined;
  let canBeClosed: (index: number) => boolean = () => false;
  let next = 0;
  const unclosed = new Set<string>();
  return (at) => {
    if (lines === undefined) {
      lines = fenceLines(text, at);
      canBeClosed = closerFinder(lines);
    }
    let opener = lines[next];
    while (opener !== undefined && opener.start < at) opener = lines[++next];
    if (opener?.start !== at) return undefined;
    if (!canBeClosed(next)) return -1;
    // One search to the end for each of many openers whose closers all belong to nested blocks would be quadratic.
    const shape = `${opener.character} ${opener.length} ${opener.column} ${opener.quote}`;
    if (unclosed.has(shape) || unclosed.size === mostUnclosedShapes) return -1;
    const closer = closingLine(lines, next, opener);
    if (closer === null) unclosed.add(shape);
    return closer === null ? -1 : closer.start + closer.length;
  };
}

/** More than any document has that was not made to slow its reader down. */
const mostUnclosedShapes = 64;

/**
 * The line that closes a block. A deeper line with an info string opens a nested block, which only a line deeper than the block
 * around it closes: so an example that shows fences is one block, and a nested opener without an end closes with its outer block.
 */
function closingLine(lines: readonly FenceLine[], from: number, outer: FenceLine): FenceLine | null {
  const open = [outer];
  for (let index = from + 1; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined) return null;
    let level = open.length - 1;
    if (line.canClose) {
      while (level > 0 && line.column <= columnOf(open[level - 1])) level--;
      if (!closes(line, open[level])) continue;
      if (level === 0) return line;
      open.length = level;
    } else if (line.hasInfo && line.column > columnOf(open[level])) open.push(line);
  }
  return null;
}

function columnOf(line: FenceLine | undefined): number {
  return line?.column ?? 0;
}

function closes(line: FenceLine, opener: FenceLine | undefined): boolean {
  return (
    opener !== undefined &&
    line.character === opener.character &&
    line.quote === opener.quote &&
    line.length >= opener.length &&
    line.column <= opener.column + deepestCloser
  );
}

/** How many columns deeper than its opener a closing line may stand. */
const deepestCloser = 3;

/**
 * Tells whether any later line could close an opener, nesting aside. Per quote, character and length, the lines that can close are
 * stacked with the least column from there on; asked in order, so that each line is dropped once.
 */
function closerFinder(lines: readonly FenceLine[]): (index: number) => boolean {
  const stacks = new Map<string, { readonly index: number; readonly column: number }[]>();
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index];
    if (line === undefined || !line.canClose) continue;
    for (let length = 3; length <= Math.min(line.length, longestTold); length++) {
      const key = `${line.character} ${line.quote} ${length}`;
      const stack = stacks.get(key) ?? [];
      if (stack.length === 0) stacks.set(key, stack);
      stack.push({ index, column: Math.min(line.column, stack.at(-1)?.column ?? line.column) });
    }
  }
  return (index) => {
    const opener = lines[index];
    if (opener === undefined) return false;
    const stack = stacks.get(`${opener.character} ${opener.quote} ${Math.min(opener.length, longestTold)}`) ?? [];
    while ((stack.at(-1)?.index ?? index + 1) <= index) stack.pop();
    const nearest = stack.at(-1);
    return nearest !== undefined && nearest.column <= opener.column + deepestCloser;
  };
}

/** Longer runs count as this long here: a run of a million backticks needs no million stacks. */
const longestTold = 32;
