/** The tools that every runtime knows (agents.md 5). */
export const runtimeTools = [
  "bash",
  "view",
  "edit",
  "write",
  "grep",
  "glob",
  "web_fetch",
  "web_search",
  "sql",
  "think",
] as const;

/** The tools that a shell can stand in for: denying them means little while `bash` is there (language.md 5.1). */
export const fileTools = ["view", "edit", "write", "grep", "glob"] as const;

/** What the tools of known agents are called there, and here (language.md 5.1). Case-sensitive, as names are. */
export const foreignTools: ReadonlyMap<string, string> = new Map([
  ["Bash", "bash"],
  ["shell", "bash"],
  ["local_shell", "bash"],
  ["run_shell_command", "bash"],
  ["run_in_terminal", "bash"],
  ["Read", "view"],
  ["read_file", "view"],
  ["read_many_files", "view"],
  ["Write", "write"],
  ["write_file", "write"],
  ["create_file", "write"],
  ["Edit", "edit"],
  ["MultiEdit", "edit"],
  ["NotebookEdit", "edit"],
  ["apply_patch", "edit"],
  ["str_replace_editor", "edit"],
  ["Grep", "grep"],
  ["grep_search", "grep"],
  ["search_file_content", "grep"],
  ["Glob", "glob"],
  ["file_search", "glob"],
  ["WebFetch", "web_fetch"],
  ["fetch_webpage", "web_fetch"],
  ["WebSearch", "web_search"],
  ["google_web_search", "web_search"],
]);

const mcpTool = /^mcp\/[^/*\s]+\/(?:\*|[^/*\s]+)$/;
const mcpToolOfClaude = /^mcp__([^/*\s]+?)__([^/*\s]+)$/;

/** `mcp/SERVER/TOOL`, or `mcp/SERVER/*` for all tools of one server. */
export function isMcpTool(name: string): boolean {
  return mcpTool.test(name);
}

/** `mcp/SERVER/*` for a tool of that server, else undefined. */
export function serverWildcard(tool: string): string | undefined {
  return isMcpTool(tool) ? `${tool.slice(0, tool.lastIndexOf("/"))}/*` : undefined;
}

/** Whether a constraint on this name can have an effect: known, configured by the host, or a tool of an MCP server. */
export function isKnownTool(name: string, configured: ReadonlySet<string>): boolean {
  return runtimeTools.some((tool) => tool === name) || configured.has(name) || isMcpTool(name);
}

/** The runtime's name of a tool that is known elsewhere by another; a configured name always means itself. */
export function runtimeName(name: string, configured: ReadonlySet<string>): string {
  if (isKnownTool(name, configured)) return name;
  const mcp = mcpToolOfClaude.exec(name);
  if (mcp !== null) return `mcp/${mcp[1]}/${mcp[2]}`;
  return foreignTools.get(name) ?? name;
}

/** The names in a comma-separated list: trimmed, without empties and duplicates (language.md 5.1). */
export function toolList(value: string): string[] {
  const names = value.split(",").map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ""))];
}
