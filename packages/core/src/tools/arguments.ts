import type { ToolCall } from "./tool.ts";
import { refuse } from "./tool-error.ts";
import { fillReferences, type ReferenceValues } from "./values.ts";

export interface Arguments {
  readonly values: ReadonlyMap<string, unknown>;
  readonly warnings: readonly string[];
}

/**
 * The arguments of a call: values as they are, or a JSON block whose string values are filled after parsing, so that no
 * value can become structure (diagram.md 3). The scope comes as `input`; any name but those and the known ones is refused.
 */
export function toolArguments(call: ToolCall, context: ReferenceValues, known: readonly string[]): Arguments {
  const { values: given, warnings } = givenArguments(call, context);
  const values = new Map(given);
  const unknown = [...values.keys()].find((name) => name !== "input" && !known.includes(name));
  if (unknown !== undefined) refuse(`there is no argument "${unknown}": known are ${known.join(", ")}`);
  if (call.stdin !== undefined && !values.has("input")) values.set("input", call.stdin);
  return { values, warnings };
}

/** What the call itself names, filled in: for tools that know their own arguments, as those of an MCP server do. */
export function givenArguments({ block, arguments: given }: ToolCall, context: ReferenceValues): Arguments {
  const warnings: string[] = [];
  const named = block === undefined ? given : parse(block, context, (warning) => warnings.push(warning));
  return { values: new Map(Object.entries(named ?? {})), warnings };
}

/** A string that must be there. */
export function requiredText({ values }: Arguments, name: string): string {
  const value = values.get(name);
  if (value === undefined) return refuse(`the argument "${name}" is missing`);
  return typeof value === "string" ? value : refuse(`the argument "${name}" must be a string`);
}

/** A string that may be left out. */
export function optionalText(given: Arguments, name: string): string | undefined {
  return given.values.get(name) === undefined ? undefined : requiredText(given, name);
}

/** True or false, false when it is left out; a param says it as a word. */
export function optionalFlag({ values }: Arguments, name: string): boolean {
  const value = values.get(name) ?? false;
  if (value === true || value === "true") return true;
  return value === false || value === "false" ? false : refuse(`the argument "${name}" must be true or false`);
}

/** A whole number, written as a number or (a param always is) as its digits. */
export function optionalCount({ values }: Arguments, name: string, least = 1): number | undefined {
  const value = values.get(name);
  if (value === undefined) return undefined;
  const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  const isCount = typeof number === "number" && Number.isSafeInteger(number) && number >= least;
  return isCount ? number : refuse(`the argument "${name}" must be a whole number from ${least}`);
}

function parse(block: string, context: ReferenceValues, warn: (warning: string) => void): object {
  let parsed: unknown;
  try {
    parsed = JSON.parse(block);
  } catch (error) {
    return refuse(`the arguments are no valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const filled = filledValue(parsed, (text) => fillReferences(text, context, warn));
  if (typeof filled !== "object" || filled === null || Array.isArray(filled)) {
    return refuse("the arguments must be one JSON object");
  }
  return filled;
}

function filledValue(value: unknown, fill: (text: string) => string, depth = 0): unknown {
  if (typeof value === "string") return fill(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > 100) return refuse("the arguments are nested more than 100 deep");
  if (Array.isArray(value)) return value.map((item) => filledValue(item, fill, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filledValue(item, fill, depth + 1)]));
}
