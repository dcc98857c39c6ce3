import type { PermissionRequest } from "../5-authorise/permission.ts";
import { printable, printableLine } from "../text/printable.ts";

/** Characters that a person is shown of a script, of each argument, and of what the agent calls it; and arguments. */
const shown = { script: 4_000, argument: 500, title: 200, arguments: 40 };

/** What a request is about, in words that no agent chooses. */
export function requestSubject({ tools, kind }: PermissionRequest): string {
  return tools.length > 0 ? tools.join(" or ") : `a tool of kind ${printableLine(kind, 40)}`;
}

/**
 * A permission request as a person decides on it: what it would do comes first and argument by argument, so that nothing the
 * agent writes can push it out of sight; what the agent calls it comes last, on one line.
 */
export function requestText(request: PermissionRequest, place: string): string {
  const { title, input } = request;
  const where = place === "" ? "" : `at ${place}`;
  const called = title === requestSubject(request) ? "" : `called ${JSON.stringify(printableLine(title, shown.title))}`;
  const remarks = [where, called].filter((part) => part !== "").join(", ");
  return [...inputLines(input), ...(remarks === "" ? [] : [`(${remarks})`])].join("\n");
}

function inputLines(input: unknown): string[] {
  if (input === null || input === undefined) return [];
  if (typeof input === "string") return [bounded(input.trimEnd(), shown.script, printable)];
  if (typeof input !== "object") return [bounded(String(input), shown.argument, onOneLine)];
  const members = Object.entries(input);
  const lines = members.slice(0, shown.arguments).map(([name, value]) => {
    const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
    return `${printableLine(name, 60)}: ${bounded(text, shown.argument, onOneLine)}`;
  });
  const rest = members.length - lines.length;
  return rest > 0 ? [...lines, `(${rest} more arguments)`] : lines;
}

function bounded(text: string, limit: number, shownAs: (text: string) => string): string {
  const rest = text.length - limit;
  return rest <= 0 ? shownAs(text) : `${shownAs(text.slice(0, limit))}… (${rest} more characters)`;
}

function onOneLine(text: string): string {
  return printableLine(text, Number.MAX_SAFE_INTEGER);
}
