/** One line of a text for a reader: control characters and what hides or reorders text become spaces, the rest is cut. */
export function excerpt(text: string, length = 120): string {
  // Agents' words of any size come here: what will be cut off anyway is not looked at.
  const line = text
    .slice(0, length * 4)
    .replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, " ")
    .trim();
  return line.length > length ? `${line.slice(0, length - 1).trimEnd()}…` : line;
}

/** A duration for a reader: `5 ms`, `1.2 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
