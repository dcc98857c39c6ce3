import { AgentError, type ToolSet } from "@agent-markup/core";
import { isObject } from "../transport/message.ts";

/** A server of tools that is offered to the agent, as configuration files write it. */
export type McpServer =
  | {
      readonly name: string;
      readonly command: string;
      readonly args?: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
    }
  | {
      readonly name: string;
      readonly type: "http" | "sse";
      readonly url: string;
      readonly headers?: Readonly<Record<string, string>>;
    };

/**
 * The servers as `session/new` takes them: only those of which the constraint leaves something (agents.md 5, second
 * rung), and none that the agent cannot reach, since agents drop those without a word.
 */
export function mcpServersFor(servers: readonly McpServer[], tools: ToolSet, capabilities: unknown): unknown[] {
  return servers.filter(({ name }) => leavesTools(tools, name)).map((server) => described(server, capabilities));
}

/** Whether any tool of a server may be used: its own tools are not known before it runs. */
export function leavesTools({ allowed, denied }: ToolSet, server: string): boolean {
  const prefix = `mcp/${server}/`;
  if (denied.has(`${prefix}*`)) return false;
  return allowed === null || [...allowed].some((tool) => tool.startsWith(prefix));
}

function described(server: McpServer, capabilities: unknown): unknown {
  const { name } = server;
  if ("command" in server) {
    return { name, command: server.command, args: server.args ?? [], env: namedValues(server.env ?? {}) };
  }
  const { type, url, headers = {} } = server;
  if (!isObject(capabilities) || capabilities[type] !== true) {
    throw new AgentError("session", `the agent cannot use the MCP server ${name}: it does not support ${type} servers`);
  }
  return { name, type, url, headers: namedValues(headers) };
}

function namedValues(values: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}
