import type { FieldType } from "./contract-shape.ts";

const longestQuoted = 40;
const mostValuesNamed = 12;

/** What a value is, in the words of an issue: short, on one line, whatever the value holds. */
export function describeValue(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return value === "" ? "an empty string" : quoted(value);
  return typeof value === "object" ? "an object" : typeof value === "function" ? "a function" : String(value);
}

/** What a field wants, in the same words. */
export function describeType(type: FieldType): string {
  switch (type.kind) {
    case "string":
      return "a string";
    case "path":
      return "a path (a string that is not empty)";
    case "number":
      return "a number";
    case "boolean":
      return "true or false";
    case "enum":
      return oneOf(type.values);
    case "list":
      return "a list";
    case "object":
      return "an object";
    case "unknown":
      return "a value of a type that is known";
  }
}

function oneOf(values: readonly string[]): string {
  const named = values.slice(0, mostValuesNamed).map(quoted).join(", ");
  if (values.length === 1) return named;
  return values.length > mostValuesNamed
    ? `one of ${named} and ${values.length - mostValuesNamed} more`
    : `one of ${named}`;
}

function quoted(text: string): string {
  return text.length > longestQuoted ? `${JSON.stringify(text.slice(0, longestQuoted))}...` : JSON.stringify(text);
}
