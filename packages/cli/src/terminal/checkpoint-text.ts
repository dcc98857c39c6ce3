import { type Checkpoint, printable } from "@agent-markup/core";

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
    return `    aml approve ${run} ${name}${flags}   # ${printable(label)}`;
  });
  return [`  ${printable(step)}: ${printable(message)}`, ...commands].join("\n");
}
