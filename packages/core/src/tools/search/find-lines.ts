export interface FoundLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  readonly isMatch: boolean;
}

const maxLineLength = 500;

export interface FoundLines {
  readonly lines: readonly FoundLine[];
  /** More lines match than were asked for. */
  readonly isCut: boolean;
}

/** The lines of a text that match, at most `limit` of them, in order and each once, with `context` lines around each. */
export function findLines(text: string, expression: RegExp, context: number, limit: number): FoundLines {
  const all = linesOf(text);
  const matches = new Set<number>();
  let isCut = false;
  for (const [index, line] of all.entries()) {
    if (!expression.test(line)) continue;
    isCut = matches.size === limit;
    if (isCut) break;
    matches.add(index);
  }
  const lines: FoundLine[] = [];
  let next = 0;
  for (const match of matches) {
    const end = Math.min(all.length, match + context + 1);
    for (let index = Math.max(next, match - context); index < end; index++) {
      lines.push({ line: index + 1, text: shortened(all[index] ?? ""), isMatch: matches.has(index) });
    }
    next = Math.max(next, end);
  }
  return { lines, isCut };
}

/** As grep shows them: `path:3:match`, `path-4-context`; when `isApart`, `--` before what does not follow the line before. */
export function shownLines(path: string, found: readonly FoundLine[], isApart: boolean, isAfterOther: boolean) {
  return found.map(({ line, text, isMatch }, index) => {
    const before = found[index - 1]?.line;
    const isGap = before === undefined ? isAfterOther : before + 1 < line;
    const mark = isMatch ? ":" : "-";
    return { text: `${isApart && isGap ? "--\n" : ""}${path}${mark}${line}${mark}${text}\n`, isMatch };
  });
}

/** What follows the last line feed is a line only when there is something. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function shortened(line: string): string {
  if (line.length <= maxLineLength) return line;
  // Half a character at the cut is left out.
  const kept = line.slice(0, maxLineLength).replace(/[\ud800-\udbff]$/, "");
  return `${kept}[... ${line.length - kept.length} characters cut ...]`;
}
