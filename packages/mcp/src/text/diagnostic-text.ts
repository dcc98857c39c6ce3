import { type Diagnostic, printable, printableLine } from "@agent-markup/core";

/** A line for each diagnostic, and one for its help: where, what, and what to do. */
export function diagnosticLines(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ file, start, severity, code, message, help }) => {
    const place = `${printableLine(file, 200)}:${start.line}:${start.column}`;
    const line = `${place}: ${severity}[${code}]: ${printable(message)}`;
    return help === undefined ? line : `${line}\n  help: ${printable(help)}`;
  });
}
