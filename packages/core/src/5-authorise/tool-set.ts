/**
 * Which tools may be used at one point of a document (language.md 5.1). `allowed` null means everything;
 * a tool is available if `allowed` names or matches it and nothing in `denied` does.
 */
export interface ToolSet {
  readonly allowed: ReadonlySet<string> | null;
  readonly denied: ReadonlySet<string>;
}

/** Whether `tool` may be used: `allowed` names or matches it, or is everything, and nothing in `denied` does. */
export function isAvailable(tools: ToolSet, tool: string): boolean {
  return (tools.allowed === null || matches(tools.allowed, tool)) && !matches(tools.denied, tool);
}

/** Whether any constraint is in force: what maps to no known tool is then outside it (agents.md 2). */
export function isConstrained(tools: ToolSet): boolean {
  return tools.allowed !== null || tools.denied.size > 0;
}

/** `mcp/SERVER/*` is the only wildcard. */
function matches(names: ReadonlySet<string>, tool: string): boolean {
  if (names.has(tool)) return true;
  const [kind, server, ...rest] = tool.split("/");
  return kind === "mcp" && rest.length > 0 && names.has(`mcp/${server}/*`);
}
