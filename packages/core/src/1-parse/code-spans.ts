import { backtick, lineEnd } from "./characters.ts";

/** Where the code span that opens with a run of backticks ends; -1 when it is never closed. */
export type SpanEnd = (at: number, length: number) => number;

/**
 * The inline code spans of a text (language.md 2), asked for in order. A span ends at the next run of the same length within
 * its paragraph. Runs of a paragraph that were searched in vain are remembered, so that many unclosed ones stay linear.
 */
export function codeSpans(text: string): SpanEnd {
  let endOfLine = -1;
  let endOfParagraph = -1;
  let lastRun: ReadonlyMap<number, number> | null = null;

  function limitAt(at: number): number {
    if (at >= endOfParagraph) {
      endOfParagraph = paragraphEnd(text, at);
      lastRun = null;
    }
    return endOfParagraph;
  }

  return (at, length) => {
    if (at >= endOfLine) endOfLine = lineEnd(text, at);
    if (lastRun !== null && at < endOfParagraph && (lastRun.get(length) ?? -1) <= at) return -1;
    for (let run = text.indexOf("`", at + length); run !== -1; ) {
      if (run >= endOfLine && run >= limitAt(at)) break;
      const end = endOfRun(text, run);
      if (end - run === length) return end;
      run = text.indexOf("`", end);
    }
    lastRun = lastRuns(text, at, limitAt(at));
    return -1;
  };
}

/** By length, where the last run of backticks of that length begins. */
function lastRuns(text: string, from: number, to: number): ReadonlyMap<number, number> {
  const last = new Map<number, number>();
  for (let run = text.indexOf("`", from); run !== -1 && run < to; ) {
    const end = endOfRun(text, run);
    last.set(end - run, run);
    run = text.indexOf("`", end);
  }
  return last;
}

export function endOfRun(text: string, at: number): number {
  let end = at;
  while (text.charCodeAt(end) === backtick) end++;
  return end;
}

/**
 * A line that starts another block, or that begins with a tag or a comment: a span never crosses it, so that a stray backtick
 * hides nothing beyond its own paragraph, list item, table row or heading.
 */
const startsBlock =
  /[ \t>]*(?:\r?$|#{1,6}(?:[ \t\r]|$)|(?:[-*+]|\d{1,9}[.)])(?:[ \t\r]|$)|```|~~~|---|===|\*\*\*|___|\||<!--|<\/?(?:aml|skill|tool|session|agent|param|returns|reads|writes|node|field|step)(?:[\s/>]|$))/my;

const startsQuote = /[ \t]*>/y;

function paragraphEnd(text: string, at: number): number {
  const isQuoted = testAt(startsQuote, text, text.lastIndexOf("\n", at) + 1);
  for (let end = lineEnd(text, at); end < text.length; end = lineEnd(text, end + 1)) {
    if (testAt(startsBlock, text, end + 1) || (!isQuoted && testAt(startsQuote, text, end + 1))) return end;
  }
  return text.length;
}

function testAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
