import { isAvailable, type ToolSet } from "@agent-markup/core";
import type { AgentToolCall } from "./profile.ts";
import { toolsOfKind } from "./tool-kinds.ts";

/** An agent's own tools and what each of them is in the runtime's names; none for one that changes and reads nothing. */
export type NativeTools = Readonly<Record<string, readonly string[]>>;

/** The runtime's names of what an agent calls `name`; its kind tells only where it gives no name (agents.md 5). */
export function toolsNamed(native: NativeTools, name: string | undefined, kind: string): readonly string[] {
  if (name === undefined) return toolsOfKind(kind);
  return Object.hasOwn(native, name) ? (native[name] ?? []) : [];
}

/** The agent's names of its tools that may not be used, and the runtime's names of what it then cannot do. */
export function outside(native: NativeTools, tools: ToolSet): { native: readonly string[]; denied: readonly string[] } {
  const denied = [...new Set(Object.values(native).flat())].filter((tool) => !isAvailable(tools, tool));
  // One that stands for several of ours goes with the first that is not allowed.
  const names = Object.entries(native).filter(([, ours]) => ours.some((tool) => denied.includes(tool)));
  return { native: names.map(([name]) => name), denied };
}

/** The tool of an MCP server of ours that an agent calls `PREFIXserverSEPARATORtool`; none for a server it has itself. */
export function serverTool(
  { servers }: AgentToolCall,
  name: string,
  prefix: string,
  separator: string,
): readonly string[] {
  return servers.flatMap((server) => {
    // Agents put other characters than these into the names of their tools.
    const start = `${prefix}${server.replace(/[^A-Za-z0-9_.-]/g, "_")}${separator}`;
    return name.startsWith(start) && name.length > start.length ? [`mcp/${server}/${name.slice(start.length)}`] : [];
  });
}
