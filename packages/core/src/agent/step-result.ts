/** What an agent says of the step it was given (diagram.md 3, when an agent's step is done). */
export interface StepResult {
  readonly status: "done" | "failed";
  readonly summary: string;
  readonly output?: unknown;
}

/**
 * The `step_result` at the end of a reply: the JSON object on its last line, a closing code fence after it allowed.
 * Null when the agent did not say whether the step is done; nothing else in a reply counts as saying so.
 */
export function stepResultOf(reply: string): StepResult | null {
  const lines = reply.split("\n").map((line) => line.trim());
  let last = lines.length - 1;
  while (last >= 0 && (lines[last] === "" || /^`{3,}$/.test(lines[last] ?? ""))) last--;
  const line = lines[last] ?? "";
  if (!line.startsWith("{")) return null;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // Not JSON: then the agent has not said it, and it is asked once more.
    return null;
  }
  return stepResultFrom(value);
}

/** A value that says what a step came to; null for one that does not. */
export function stepResultFrom(value: unknown): StepResult | null {
  if (typeof value !== "object" || value === null || !("status" in value)) return null;
  const { status } = value;
  if (status !== "done" && status !== "failed") return null;
  const summary = "summary" in value && typeof value.summary === "string" ? value.summary : "";
  return { status, summary, ...("output" in value && value.output !== undefined ? { output: value.output } : {}) };
}

/** The reply without its `step_result` line: what a later step reads when no `output` was given. */
export function replyBody(reply: string): string {
  if (stepResultOf(reply) === null) return reply.trim();
  const end = reply.lastIndexOf("{", reply.length);
  const lineStart = reply.lastIndexOf("\n", end) + 1;
  return reply
    .slice(0, lineStart)
    .replace(/\n`{3,}\w*\s*$/, "")
    .trim();
}
