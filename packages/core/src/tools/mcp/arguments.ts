import type { ToolCall } from "../tool.ts";
import type { McpInputSchema } from "./connection.ts";

/**
 * What a tool of a server is given: what the call names, and the scope as `input` where the tool takes that. Params are
 * text, and are made the number or truth value that the tool asks for (language.md 7.3).
 */
export function mcpArguments(
  given: ReadonlyMap<string, unknown>,
  { block, stdin }: ToolCall,
  { properties = {} }: McpInputSchema,
): Record<string, unknown> {
  const values = new Map(given);
  if (!Object.hasOwn(properties, "input") && block === undefined) values.delete("input");
  else if (Object.hasOwn(properties, "input") && stdin !== undefined && !values.has("input"))
    values.set("input", stdin);
  if (block !== undefined) return Object.fromEntries(values);
  return Object.fromEntries([...values].map(([name, value]) => [name, typed(value, properties[name])]));
}

function typed(value: unknown, schema: unknown): unknown {
  if (typeof value !== "string" || typeof schema !== "object" || schema === null || !("type" in schema)) return value;
  if (schema.type === "boolean") return value === "true" ? true : value === "false" ? false : value;
  const isNumber = (schema.type === "number" || schema.type === "integer") && value.trim() !== "";
  return isNumber && Number.isFinite(Number(value)) ? Number(value) : value;
}
