import { codeSpans, endOfRun } from "./code-spans.ts";
import { fences } from "./fences.ts";

/** Where the code that opens with the backticks or tildes at an offset ends; -1 when they open none (language.md 2, code). */
export type CodeEnd = (at: number) => number;

/** The code of a text, fenced and inline, asked for in order. */
export function codeFinder(text: string): CodeEnd {
  const fenceEnd = fences(text);
  const spanEnd = codeSpans(text);
  return (at) => {
    if (text.startsWith("```", at) || text.startsWith("~~~", at)) {
      const end = fenceEnd(at);
      if (end !== undefined) return end;
    }
    if (text.startsWith("~", at) || isEscaped(text, at)) return -1;
    return spanEnd(at, endOfRun(text, at) - at);
  };
}

/** Whether an odd number of backslashes stands before an offset, as Markdown counts them. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charAt(first - 1) === "\\") first--;
  return (at - first) % 2 === 1;
}

/** Where to go on when the character at an offset opens no code: one escaped backtick, or the whole run. */
export function afterLiteral(text: string, at: number): number {
  if (text.startsWith("~", at)) return at + 3;
  return isEscaped(text, at) ? at + 1 : endOfRun(text, at);
}
