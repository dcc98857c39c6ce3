/** Characters of a line that are shown of each text. */
const shownLength = 120;

/** Where two texts first differ, for people: the line, as it was and as it is. */
export function firstDifference(before: string, now: string): string {
  const then = before.split("\n");
  const lines = now.split("\n");
  const index = lines.findIndex((line, at) => line !== then[at]);
  const at = index === -1 ? lines.length : index;
  return `line ${at + 1} was ${quoted(then[at])} and is ${quoted(lines[at])}`;
}

function quoted(line: string | undefined): string {
  if (line === undefined) return "not there";
  return JSON.stringify(line.length > shownLength ? `${line.slice(0, shownLength)}…` : line);
}
