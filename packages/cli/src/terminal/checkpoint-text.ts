import { type Checkpoint, printable } from "@agent-markup/core";
import { commandName } from "./command-name.ts";

/** A question with what to type for each of its answers. */
export function checkpointText(
  run: string,
  { step, message, choices }: Pick<Checkpoint, "step" | "message" | "choices">,
): string {
  const name = /^[\w.-]+$/.test(step) ? step : `'${step.replaceAll("'", "'\\''")}'`;
  const commands = choices.map(({ id, label }) => {
    const flags =
      id === "approve"
        ? ""
        : id === "reject"
          ? " --reject"
          : ` --choose ${/^[\w-]+$/.test(id) ? id : JSON.stringify(id)}`;
    return `    ${commandName()} approve ${run} ${name}${flags}   # ${printable(label)}`;
  });
  return [`  ${printable(step)}: ${firstLines(message)}`, ...commands].join("\n");
}

const shownLines = 8;

/** A question is short; an agent's dying words may not be. */
function firstLines(message: string): string {
  const lines = printable(message).trim().split("\n");
  const shown = lines.slice(0, shownLines).join("\n    ");
  return lines.length <= shownLines ? shown : `${shown}\n    … (${lines.length - shownLines} more lines)`;
}
