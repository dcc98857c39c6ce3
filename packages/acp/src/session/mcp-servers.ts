import { AgentError, runtimeServer, type ToolSet } from "@agent-markup/core";
import { type CommandServer, choiceOf, filteredServer } from "../tool-filter/filtered-server.ts";
import { isObject } from "../transport/message.ts";

/** A server of tools that is offered to the agent, as configuration files write it. */
export type McpServer =
  | CommandServer
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
  return servers
    .filter(({ name }) => leavesTools(tools, name))
    .map((server) => describedServer(withinConstraint(server, tools), capabilities));
}

/** The name of the server that the runtime adds means that one alone. */
export function checkServerNames(agent: string, servers: readonly McpServer[]): void {
  if (servers.every(({ name }) => name !== runtimeServer)) return;
  throw new AgentError(
    "not_configured",
    `agent ${agent} has an MCP server ${runtimeServer}: that is the name of the runtime's own, so give it another`,
  );
}

/** Whether any tool of a server may be used: its own tools are not known before it runs. */
export function leavesTools({ allowed, denied }: ToolSet, server: string): boolean {
  const prefix = `mcp/${server}/`;
  if (denied.has(`${prefix}*`)) return false;
  return allowed === null || [...allowed].some((tool) => tool.startsWith(prefix));
}

/** Of a server of which some tools may be used, the others are kept back; one that is no process of ours is passed whole. */
function withinConstraint(server: McpServer, tools: ToolSet): McpServer {
  const choice = choiceOf(tools, server.name);
  return choice !== null && "command" in server ? filteredServer(server, choice) : server;
}

/** One server in the words of the protocol. */
export function describedServer(server: McpServer, capabilities: unknown): unknown {
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
