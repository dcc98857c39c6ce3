import type { Refused } from "@agent-markup/core";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { diagnosticLines } from "./text/diagnostic-text.ts";

/** Diagnostics that an answer holds at most. */
const mostDiagnostics = 50;

/** An answer as text for the agent, and as data for whoever reads the protocol. */
export function told(text: string, structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: "text", text }], structuredContent };
}

/** The call could not be done; nothing was changed by it. */
export function failed(message: string): CallToolResult {
  return { content: [{ type: "text", text: message }], isError: true };
}

/** The call breaks a rule: which, and what is allowed instead (diagram.md 6). */
export function refusal({ rule, message, diagnostics = [] }: Refused): CallToolResult {
  const shown = diagnostics.slice(0, mostDiagnostics);
  const text = [`refused (${rule}): ${message}`, ...diagnosticLines(shown)].join("\n");
  return { ...told(text, { refused: { rule, message }, diagnostics: shown }), isError: true };
}
