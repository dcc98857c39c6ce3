/** A line that may open or close a fenced code block. */
export interface FenceLine {
  /** Of the run of backticks or tildes. */
  readonly start: number;
  /** Of the line, without its line break. */
  readonly end: number;
  readonly tilde: boolean;
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
  let tick = text.indexOf("```", from);
  let tilde = text.indexOf("~~~", from);
  while (tick !== -1 || tilde !== -1) {
    const at = tick === -1 ? tilde : tilde === -1 ? tick : Math.min(tick, tilde);
    const end = lineEnd(text, at);
    const line = fenceLineAt(text, at, end, quotes);
    if (line !== null) lines.push(line);
    if (tick !== -1 && tick < end) tick = text.indexOf("```", end);
    if (tilde !== -1 && tilde < end) tilde = text.indexOf("~~~", end);
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
  const tilde = code === tildeCode;
  if (!tilde && info.includes("`")) return null;
  return {
    start,
    end,
    tilde,
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
    const code = text.charCodeAt(at);
    if (code === 9) column += 4 - (column % 4);
    else if (code === 32) column++;
    else if (code === byteOrderMark) column += 0;
    else if (code === quoteCode) {
      depth++;
      column++;
    } else {
      const marker = listMarkerLength(text, at);
      if (marker === 0) return null;
      listed = true;
      column += marker;
      at += marker;
      continue;
    }
    at++;
  }
  return { column, depth, listed };
}

const listMarker = /(?:[-*+]|\d{1,9}[.)])(?=[ \t])/y;

function listMarkerLength(text: string, at: number): number {
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
  for (let at = lineStart; ; at++) {
    const code = text.charCodeAt(at);
    if (code === quoteCode) depth++;
    else if (code !== 32 && code !== 9) return depth;
  }
}

export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

const quoteCode = 62;
const byteOrderMark = 0xfeff;
const tildeCode = 126;
