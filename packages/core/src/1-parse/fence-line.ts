import { byteOrderMark, greaterThan, lineEnd, space, tab, tilde } from "./characters.ts";

/** A line that may open or close a fenced code block. */
export interface FenceLine {
  /** Of the run of backticks or tildes. */
  readonly start: number;
  /** Of the line, without its line break. */
  readonly end: number;
  /** The code unit of a backtick or a tilde. */
  readonly character: number;
  readonly length: number;
  readonly column: number;
  /** The block quote it stands in; 0 outside quotes. A fence never outlives its quote. */
  readonly quote: number;
  readonly hasInfo: boolean;
  /** Nothing but white space and quote markers around the run: only such a line closes a fence. */
  readonly canClose: boolean;
}

/** Every such line from an offset on, in order: found by hops from run to run, so that prose costs nothing. */
export function fenceLines(text: string, from: number): FenceLine[] {
  const lines: FenceLine[] = [];
  const quotes = quoteBlocks(text);
  let ticks = text.indexOf("```", from);
  let tildes = text.indexOf("~~~", from);
  while (ticks !== -1 || tildes !== -1) {
    const at = ticks === -1 ? tildes : tildes === -1 ? ticks : Math.min(ticks, tildes);
    const end = lineEnd(text, at);
    const line = fenceLineAt(text, at, end, quotes);
    if (line !== null) lines.push(line);
    if (ticks !== -1 && ticks < end) ticks = text.indexOf("```", end);
    if (tildes !== -1 && tildes < end) tildes = text.indexOf("~~~", end);
  }
  return lines;
}

function fenceLineAt(text: string, start: number, end: number, quotes: QuoteBlocks): FenceLine | null {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const prefix = prefixOf(text, lineStart, start);
  if (prefix === null) return null;
  const code = text.charCodeAt(start);
  let after = start;
  while (text.charCodeAt(after) === code) after++;
  const info = text.slice(after, end).trim();
  if (code !== tilde && info.includes("`")) return null;
  return {
    start,
    end,
    character: code,
    length: after - start,
    column: prefix.column,
    quote: prefix.depth === 0 ? 0 : quotes(lineStart, prefix.depth),
    hasInfo: info !== "",
    canClose: info === "" && !prefix.listed,
  };
}

interface Prefix {
  readonly column: number;
  readonly depth: number;
  readonly listed: boolean;
}

/** What stands before the run on its line: white space, list and quote markers; null when there is anything else. */
function prefixOf(text: string, lineStart: number, start: number): Prefix | null {
  let column = 0;
  let depth = 0;
  let listed = false;
  for (let at = lineStart; at < start; ) {
    const length = prefixLength(text, at);
    if (length === 0) return null;
    const code = text.charCodeAt(at);
    if (code === greaterThan) depth++;
    else if (code !== space && code !== tab && code !== byteOrderMark) listed = true;
    if (code === tab) column += tabWidth - (column % tabWidth);
    else if (code !== byteOrderMark) column += length;
    at += length;
  }
  return { column, depth, listed };
}

const tabWidth = 4;
const listMarker = /(?:[-*+]|\d{1,9}[.)])(?=[ \t])/y;

/** The length of the white space, quote marker or list marker at an offset; 0 when none stands there. */
function prefixLength(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === space || code === tab || code === greaterThan || code === byteOrderMark) return 1;
  listMarker.lastIndex = at;
  return listMarker.exec(text)?.[0].length ?? 0;
}

/** Tells quote blocks apart: two lines of the same depth are of one block if no line between them is less deep. */
type QuoteBlocks = (lineStart: number, depth: number) => number;

function quoteBlocks(text: string): QuoteBlocks {
  let blocks = 0;
  const latest = new Map<number, { readonly block: number; readonly end: number }>();
  return (lineStart, depth) => {
    const known = latest.get(depth);
    if (known !== undefined && lineStart < known.end) return known.block;
    blocks++;
    latest.set(depth, { block: blocks, end: endOfQuote(text, lineStart, depth) });
    return blocks;
  };
}

function endOfQuote(text: string, lineStart: number, depth: number): number {
  let at = lineStart;
  while (at < text.length && quoteDepth(text, at) >= depth) at = lineEnd(text, at) + 1;
  return at;
}

function quoteDepth(text: string, lineStart: number): number {
  let depth = 0;
  for (let at = lineStart; ; ) {
    const length = prefixLength(text, at);
    if (length === 0) return depth;
    if (text.charCodeAt(at) === greaterThan) depth++;
    at += length;
  }
}
