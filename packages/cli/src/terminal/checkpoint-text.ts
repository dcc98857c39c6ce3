import { printable, type QuestionView } from "@agent-markup/core";
import { commandName } from "./command-name.ts";

/** A question with what to type for each of its answers. */
export function checkpointText(run: string, question: QuestionView): string {
  const { step, message, choices } = question;
  const typed = nameOf(question);
  const name = /^[\w.-]+$/.test(typed) ? typed : `'${typed.replaceAll("'", "'\\''")}'`;
  const commands = choices.map(({ id, label }) => {
    const flags =
      id === "approve"
        ? ""
        : id === "reject"
          ? " --reject"
          : ` --choose ${/^[\w-]+$/.test(id) ? id : JSON.stringify(id)}`;
    return `    ${commandName()} approve ${run} ${name}${flags}   # ${printable(label)}`;
  });
  return [questionText({ step, message }), ...commands].join("\n");
}

/** A question by itself. */
export function questionText({ step, message }: Pick<QuestionView, "step" | "message">): string {
  return `  ${printable(step)}: ${firstLines(message)}`;
}

/** What the question goes by on the command line: its step, where it is about one. */
export function nameOf(question: QuestionView): string {
  return "plan" in question ? question.step : question.id;
}

const shownLines = 8;

/** A question is short; an agent's dying words may not be. */
function firstLines(message: string): string {
  const lines = printable(message).trim().split("\n");
  const shown = lines.slice(0, shownLines).join("\n    ");
  return lines.length <= shownLines ? shown : `${shown}\n    … (${lines.length - shownLines} more lines)`;
}
