import { isKnownTool, isMcpTool, runtimeName } from "./tool-names.ts";
import type { ToolTag } from "./tool-set.ts";

/** What one name in the front matter of an agent or a skill stands for (agents.md 5, DESIGN.md 7). */
export interface ListedTool {
  readonly written: string;
  /** In the runtime's names; none where nothing knows it. */
  readonly tools: readonly string[];
  /** It is a rule such as `Bash(git:*)`, of which only the tool counts. */
  readonly isRule: boolean;
}

/** Names that stand for several tools in agent files, or are used there only. */
const agentFileTools: ReadonlyMap<string, readonly string[]> = new Map([
  ["execute", ["bash"]],
  ["powershell", ["bash"]],
  ["read", ["view"]],
  ["NotebookRead", ["view"]],
  ["LS", ["glob"]],
  ["search", ["grep", "glob"]],
  ["web", ["web_fetch", "web_search"]],
]);

/** Reads one name; `configured` are tools of the host. */
export function listedTool(written: string, configured: ReadonlySet<string>): ListedTool {
  const paren = written.indexOf("(");
  const isRule = paren > 0;
  const name = isRule ? written.slice(0, paren) : written;
  const known = runtimeName(name, configured);
  if (isKnownTool(known, configured)) return { written, tools: [known], isRule };
  const server = serverTools(name);
  return { written, tools: agentFileTools.get(name) ?? (server === null ? [] : [server]), isRule };
}

/** The list as a `<tool allow>`: it narrows and never widens, and what nothing knows allows nothing. */
export function tagOfList(names: readonly string[], configured: ReadonlySet<string>): ToolTag {
  const allow = new Set(names.flatMap((name) => listedTool(name, configured).tools));
  return { allow: [...allow], deny: [], name: null };
}

/** `mcp__SERVER` is all tools of a server for some programs; others write `SERVER/TOOL` and `SERVER/*`. */
function serverTools(name: string): string | null {
  const whole = /^mcp__([^_/*\s](?:(?!__)[^/*\s])*)(?:__\*)?$/.exec(name)?.[1];
  const tool = whole === undefined ? `mcp/${name}` : `mcp/${whole}/*`;
  return isMcpTool(tool) ? tool : null;
}
