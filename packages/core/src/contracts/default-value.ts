import type { FieldShape } from "./contract-shape.ts";

/** The default of a field as the value it stands for; undefined where there is none, or where its text is no such value. */
export function defaultValue({ default: text, type }: FieldShape): unknown {
  if (text === undefined) return undefined;
  switch (type.kind) {
    case "number":
      return Number.isFinite(Number(text)) ? Number(text) : undefined;
    case "boolean":
      return text === "true" ? true : text === "false" ? false : undefined;
    case "list":
    case "object":
      return fromJson(text, type.kind);
    case "string":
    case "path":
    case "enum":
      return text;
    case "unknown":
      return undefined;
  }
}

function fromJson(text: string, kind: "list" | "object"): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const fits = typeof value === "object" && value !== null && Array.isArray(value) === (kind === "list");
    return fits ? value : undefined;
  } catch {
    // A list may be written in other ways than JSON; the schema and the types then say nothing of it.
    return undefined;
  }
}
