import type picocolors from "picocolors";

type Colors = ReturnType<typeof picocolors.createColors>;

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
