import type { Drawing } from "./drawing.ts";

/**
 * The offset after the `@` of an edge's id at `at` (`e1@-->`), as mermaid's lexer finds it: it takes everything up to the
 * last `@` that no bracket, quote, bar or white space comes before. Null when no such id stands there.
 */
export function linkIdEnd(drawing: Drawing, at: number): number | null {
  const { text, nextAtSign } = drawing;
  if (nextAtSign.at < at) {
    const found = text.indexOf("@", at);
    nextAtSign.at = found === -1 ? text.length : found;
    nextAtSign.runStart = startOfRun(text, nextAtSign.at);
  }
  // An `@` at the very start names nothing.
  if (nextAtSign.at >= text.length || at < nextAtSign.runStart || at === nextAtSign.at) return null;
  let end: number | null = null;
  for (let next = nextAtSign.at; next < text.length && !isDelimiter(text.charAt(next)); next += 1)
    if (text[next] === "@" && next + 1 < text.length && !'{"'.includes(text.charAt(next + 1))) end = next + 1;
  return end;
}

function startOfRun(text: string, at: number): number {
  let start = at;
  while (start > 0 && !isDelimiter(text.charAt(start - 1))) start -= 1;
  return start;
}

function isDelimiter(character: string): boolean {
  return /[\s"[\](){}|]/.test(character);
}
