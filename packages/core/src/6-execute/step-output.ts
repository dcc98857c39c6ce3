import type { StepOutput } from "../plan/plan.ts";

/** A text with its JSON value, where it parses as one. */
export function outputOf(text: string): StepOutput {
  const trimmed = text.trim();
  if (!/^[[{"\-0-9tfn]/.test(trimmed)) return { text };
  try {
    return { text, json: JSON.parse(trimmed) };
  } catch {
    // Text that only begins like JSON is just text.
    return { text };
  }
}

/** The same for an output that a tool gave; one that was cut is no JSON. */
export function withJson(output: StepOutput): StepOutput {
  return output.json !== undefined || output.truncated !== undefined ? output : { ...outputOf(output.text), ...output };
}

/** The body of a loop ends it early by `{"exit": true}` as its whole output, or `AML_EXIT_LOOP` as its last line. */
export function asksToExit({ text, json }: StepOutput): boolean {
  if (lastLine(text) === "AML_EXIT_LOOP") return true;
  return (
    typeof json === "object" && json !== null && "exit" in json && json.exit === true && Object.keys(json).length === 1
  );
}

export function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1)?.trim() ?? "";
}
