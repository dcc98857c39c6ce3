import { join } from "node:path";
import type { McpServer } from "@agent-markup/acp";
import { mcpServersOf } from "@agent-markup/core";

/** The servers of `.mcp.json` that can be used, as agents are given them; what is wrong with others is told before a run. */
export function projectServers(root: string): readonly McpServer[] {
  const { all } = mcpServersOf(join(root, ".mcp.json"));
  return [...all].map(([name, server]) => {
    if (server.type === "http") return { name, type: "http", url: server.url, headers: server.headers };
    const { command, args, env } = server;
    return { name, command, args, env };
  });
}
