import { printableLine } from "@agent-markup/core";
import type { Problem } from "./documents-at.ts";
import type { Output } from "./output.ts";

/** One line on stderr: a file's name may hold anything, so it never begins a line of its own. */
export function sayProblem({ message }: Problem, output: Output): void {
  output.progress(`aml: ${printableLine(message, 2000)}`);
}
