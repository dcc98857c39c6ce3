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
  const warnings: string[] = [];
  const given =
    call.block === undefined ? call.arguments : parse(call.block, context, (warning) => warnings.push(warning));
  const values = new Map(Object.entries(given ?? {}));
  const unknown = [...values.keys()].find((name) => name !== "input" && !known.includes(name));
  if (unknown !== undefined) refuse(`there is no argument "${unknown}": known are ${known.join(", ")}`);
  if (call.stdin !== undefined && !values.has("input")) values.set("input", call.stdin);
  return { values, warnings };
}

/** A string that must be there. */
export function requiredText({ values }: Arguments, name: string): string {
  const value = values.get(name);
  if (value === undefined) return refuse(`the argument "${name}" is missing`);
  return typeof value === "string" ? value : refuse(`the argument "${name}" must be a string`);
}

/** A whole number from 1, written as a number or (a param always is) as its digits. */
export function optionalCount({ values }: Arguments, name: string): number | undefined {
  const value = values.get(name);
  if (value === undefined) return undefined;
  const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  const isCount = typeof number === "number" && Number.isSafeInteger(number) && number >= 1;
  return isCount ? number : refuse(`the argument "${name}" must be a whole number from 1`);
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
