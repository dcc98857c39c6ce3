import type { Span } from "../text/source-file.ts";

const opening = /---[ \t]*\r?\n/y;
const closing = /^(?:---|\.\.\.)[ \t]*\r?$/gm;

export interface FrontMatter extends Span {
  /** The YAML, without the lines of dashes. */
  readonly yaml: Span;
}

/**
 * YAML front matter: from a first line `---` to the next such line; without that one there is none (language.md 2). Where
 * there is bound to be some, it may hold lines that begin with `<`.
 */
export function frontMatterOf(text: string, start: number, mayHoldTags = false): FrontMatter | null {
  opening.lastIndex = start;
  const opened = opening.exec(text);
  if (opened === null) return null;
  const from = start + opened[0].length;
  closing.lastIndex = from;
  const closed = closing.exec(text);
  // No line of YAML begins with `<`: a thematic break as the first line must not hide the tags under it.
  if (closed === null || (!mayHoldTags && /^</m.test(text.slice(from, closed.index)))) return null;
  return { start, end: closed.index + closed[0].trimEnd().length, yaml: { start: from, end: closed.index } };
}
