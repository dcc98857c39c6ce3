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

/** The MCP server through which agents reach the tools of the runtime itself (agents.md 5). */
export const runtimeServer = "aml-tools";

/** Its tool by which an agent says what its step came to: no constraint and no policy stands in the way of it. */
export const stepResultTool = `mcp/${runtimeServer}/step_result`;

/** What a constraint says of a tool of that server: `mcp/aml-tools/sql` is `sql`. Other names mean themselves. */
export function constrainedName(tool: string): string {
  const prefix = `mcp/${runtimeServer}/`;
  return tool.startsWith(prefix) && tool !== stepResultTool ? tool.slice(prefix.length) : tool;
}

/** The runtime's name of a tool that is known elsewhere by another; a configured name always means itself. */
export function runtimeName(name: string, configured: ReadonlySet<string>): string {
  if (isKnownTool(name, configured)) return name;
  return foreignTools.get(name) ?? mcpToolOf(name) ?? name;
}

/** `mcp__SERVER__TOOL`, as Claude Code writes it; searched rather than matched, so that no name costs more than its length. */
function mcpToolOf(name: string): string | undefined {
  const prefix = "mcp__";
  const between = name.indexOf("__", prefix.length);
  if (!name.startsWith(prefix) || between === -1) return undefined;
  const tool = `mcp/${name.slice(prefix.length, between)}/${name.slice(between + 2)}`;
  return isMcpTool(tool) && !tool.endsWith("*") ? tool : undefined;
}

/** The names in a comma-separated list: trimmed, without empties and duplicates (language.md 5.1). */
export function toolList(value: string): string[] {
  const names = value.split(",").map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ""))];
}
