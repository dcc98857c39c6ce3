import { refuse } from "../tool-error.ts";

const maxAlternatives = 256;

/** Every pattern that the braces of one stand for: `a.{ts,js}` is `a.ts` and `a.js`. Braces without a comma are text. */
export function expandBraces(pattern: string): string[] {
  const found: string[] = [];
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const group = firstGroup(next);
    if (group === null) found.push(next);
    else open.push(...group.options.map((option) => group.before + option + group.after).reverse());
    if (found.length + open.length > maxAlternatives)
      refuse(`the braces of the pattern "${pattern}" stand for more than ${maxAlternatives} patterns`);
  }
  return found;
}

interface Group {
  readonly before: string;
  readonly options: readonly string[];
  readonly after: string;
}

/** The outermost braces that come first and hold a comma. */
function firstGroup(pattern: string): Group | null {
  const opened: number[] = [];
  let commas: number[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === "\\") at++;
    else if (character === "{") opened.push(at);
    else if (character === "," && opened.length === 1) commas.push(at);
    else if (character === "}" && opened.length > 0) {
      const start = opened.pop() ?? 0;
      if (opened.length > 0) continue;
      if (commas.length > 0) return groupOf(pattern, start, commas, at);
      // `{a}` is text, but what stands in it may be a group.
      const inner = firstGroup(pattern.slice(start + 1, at));
      if (inner !== null) {
        const before = pattern.slice(0, start + 1) + inner.before;
        return { ...inner, before, after: inner.after + pattern.slice(at) };
      }
      commas = [];
    }
  }
  if (opened.length > 0) refuse(`the pattern "${pattern}" has a { that is never closed: write \\{ for the character`);
  return null;
}

function groupOf(pattern: string, start: number, commas: readonly number[], end: number): Group {
  const bounds = [start, ...commas, end];
  const options = bounds.slice(1).map((bound, index) => pattern.slice((bounds[index] ?? start) + 1, bound));
  return { before: pattern.slice(0, start), options, after: pattern.slice(end + 1) };
}
