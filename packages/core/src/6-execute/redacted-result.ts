import { redaction } from "../text/redaction.ts";
import type { ToolResult } from "../tools/tool.ts";

/** What a tool gave, without secrets: it is written down, and handed to steps that write down what they were given. */
export function redactedResult(result: ToolResult, secrets: readonly string[]): ToolResult {
  if (secrets.length === 0) return result;
  const { text, value } = redaction(secrets);
  const { output, stderr, warnings, failure } = result;
  return {
    ...result,
    output: {
      ...output,
      text: text(output.text),
      ...(output.json === undefined ? {} : { json: value(output.json) }),
    },
    stderr: text(stderr),
    warnings: warnings.map(text),
    ...(failure === undefined ? {} : { failure: { ...failure, message: text(failure.message) } }),
  };
}
