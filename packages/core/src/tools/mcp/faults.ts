import type { ToolSet } from "../../5-authorise/tool-set.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { McpFault } from "./configuration.ts";

/** How a constraint stands to the tools of one server, or of servers at all for null. */
export type ServerStanding =
  /** It names some of them: whoever wrote it counts on them. */
  | "named"
  /** Nothing keeps them away. */
  | "open"
  | "excluded";

export function standingOf({ allowed, denied }: ToolSet, server: string | null): ServerStanding {
  const prefix = server === null ? "mcp/" : `mcp/${server}/`;
  if (server !== null && denied.has(`${prefix}*`)) return "excluded";
  if (allowed === null) return "open";
  return [...allowed].some((tool) => tool.startsWith(prefix)) ? "named" : "excluded";
}

/**
 * What a fault in the configuration means for an agent: an error where its constraint names the tools, a warning where it
 * would be given whatever there is (agents.md 5). Never nothing, unless the server is not for it.
 */
export function faultFor({ server, error, warning }: McpFault, tools: ToolSet): Diagnostic[] {
  const standing = standingOf(tools, server);
  if (standing === "excluded") return [];
  return [standing === "named" ? error : warning];
}
