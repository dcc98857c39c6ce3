import { backslash, backtick } from "./characters.ts";
import { codeSpans, endOfRun } from "./code-spans.ts";
import { fences } from "./fences.ts";

/** Where the code that opens with the backticks or tildes at an offset ends; -1 when they open none (language.md 2, code). */
export type CodeEnd = (at: number) => number;

/** The code of a text, fenced and inline, asked for in order. */
export function codeFinder(text: string): CodeEnd {
  const fenceEnd = fences(text);
  const spanEnd = codeSpans(text);
  return (at) => {
    const isTick = text.charCodeAt(at) === backtick;
    const length = isTick ? endOfRun(text, at) - at : shortestFence;
    if (length >= shortestFence) {
      const end = fenceEnd(at);
      if (end !== undefined) return end;
    }
    return isTick && !isEscaped(text, at) ? spanEnd(at, length) : -1;
  };
}

/** Where to go on when the character at an offset opens no code: behind one escaped backtick, or behind the whole run. */
export function afterLiteral(text: string, at: number): number {
  if (text.charCodeAt(at) !== backtick) return at + shortestFence;
  return isEscaped(text, at) ? at + 1 : endOfRun(text, at);
}

/** Whether an odd number of backslashes stands before an offset, as Markdown counts them. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (first > 0 && text.charCodeAt(first - 1) === backslash) first--;
  return (at - first) % 2 === 1;
}

const shortestFence = 3;
