/** Trims a text and takes away the white space that all its lines begin with; the first line counts only if it stands alone. */
export function dedent(text: string): string {
  const lines = text.split(/\r?\n/);
  const indents = lines.slice(1).flatMap((line) => (line.trim() === "" ? [] : [/^[ \t]*/.exec(line)?.[0].length ?? 0]));
  const common = Math.min(...indents);
  const [first = "", ...rest] = lines;
  return [first.trimStart(), ...rest.map((line) => line.slice(Number.isFinite(common) ? common : 0))].join("\n").trim();
}
