import { nearestName } from "../text/nearest-name.ts";

/** The types of a `<param>`, beside `contract:NAME` (language.md 4.2). */
export const paramTypes = ["string", "enum", "number", "boolean", "path", "list"] as const;

/** A `<field>` may also be an object (language.md 4.4). */
export const fieldTypes = [...paramTypes, "object"] as const;

/** What to write instead of a type that there is not. */
export function typeHelp(type: string, types: readonly string[]): string {
  const nearest = nearestName(type, types);
  const known = `the types are ${types.join(", ")} and contract:NAME`;
  return nearest === undefined ? known : `did you mean "${nearest}"? ${known}`;
}

/** NAME of `contract:NAME`; undefined for any other type. */
export function contractOfType(type: string): string | undefined {
  return type.startsWith("contract:") ? type.slice("contract:".length).trim() : undefined;
}

const none: readonly never[] = [];

/** The entries of `values`, without empty ones. */
export function enumValues(values: string | undefined): readonly string[] {
  if (values === undefined) return none;
  return values
    .split("|")
    .map((value) => value.trim())
    .filter((value) => value !== "");
}

/** Whether a written value can stand for the type; objects are written as JSON (language.md 4.2, 7.3). */
export function textFits(type: string, values: readonly string[], text: string): boolean {
  switch (type) {
    case "enum":
      return values.includes(text);
    case "number":
      return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text);
    case "boolean":
      return text === "true" || text === "false";
    case "path":
      return text !== "";
    case "object":
      return isJsonObject(text);
    default:
      return contractOfType(type) === undefined || isJsonObject(text);
  }
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    // Not JSON at all: then it is no object either.
    return false;
  }
}
