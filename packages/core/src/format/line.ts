/** The spaces and tabs before an offset; null when something else stands before it on its line. */
export function indentBefore(text: string, at: number): string | null {
  let start = at;
  while (isBlank(text.charCodeAt(start - 1))) start--;
  const startsLine = start === 0 || text.charAt(start - 1) === "\n" || (start === 1 && text.startsWith("\uFEFF"));
  return startsLine ? text.slice(start, at) : null;
}

const restOfLine = /[ \t]*(?:\r?\n|$)/y;

/** Whether nothing but spaces and tabs follows on the line. */
export function endsLine(text: string, at: number): boolean {
  restOfLine.lastIndex = at;
  return restOfLine.test(text);
}

/** The first character from an offset on that is neither space nor tab. */
export function skipBlanks(text: string, at: number): number {
  let end = at;
  while (isBlank(text.charCodeAt(end))) end++;
  return end;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

/** Whether an indentation goes on from another: with tabs and spaces mixed, neither of two need be the deeper one. */
export function isDeeper(indent: string, than: string): boolean {
  return indent.length > than.length && indent.startsWith(than);
}

/** The shortest of some indentations; undefined of none. */
export function leastIndent(indents: readonly string[]): string | undefined {
  return indents.reduce<string | undefined>(
    (least, indent) => (least === undefined || indent.length < least.length ? indent : least),
    undefined,
  );
}
