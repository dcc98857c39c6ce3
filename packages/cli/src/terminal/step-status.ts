import type picocolors from "picocolors";

type Colors = ReturnType<typeof picocolors.createColors>;

const symbols: Readonly<Record<string, string>> = {
  pending: "·",
  in_progress: "▸",
  done: "✓",
  skipped: "-",
  blocked: "✗",
  waiting: "?",
};

/** One character for a step's status. */
export function symbolOf(status: string): string {
  return symbols[status] ?? " ";
}

/** A text in the colour of a status, of a step or a run. */
export function paintStatus(text: string, status: string, colors: Colors): string {
  switch (status) {
    case "done":
      return colors.green(text);
    case "blocked":
    case "failed":
    case "refused":
      return colors.red(text);
    case "waiting":
    case "interrupted":
      return colors.yellow(text);
    case "in_progress":
    case "running":
      return colors.cyan(text);
    default:
      return colors.dim(text);
  }
}

/** Milliseconds for a person: `12 ms`, `3.4 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
