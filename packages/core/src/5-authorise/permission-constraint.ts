import { isAvailable, type ToolSet } from "./tool-set.ts";

/** Whether any constraint is in force: what maps to no known tool is then outside it (agents.md 2). */
export function isConstrained(tools: ToolSet): boolean {
  return tools.allowed !== null || tools.denied.size > 0;
}

/**
 * Whether what an agent asks for is inside the constraint: a request that maps to no known tool is outside every
 * constraint, and one that maps to several needs all of them (agents.md 2, rule 3).
 */
export function isWithin(tools: ToolSet, requested: readonly string[]): boolean {
  if (!isConstrained(tools)) return true;
  return requested.length > 0 && requested.every((tool) => isAvailable(tools, tool));
}
