import { type AgentEvent, isAvailable, standingOf, type ToolSet } from "@agent-markup/core";
import { choiceOf } from "../tool-filter/filtered-server.ts";
import type { McpServer } from "./mcp-servers.ts";

/** What the first two rungs of the ladder keep an agent from, before it is prompted (agents.md 5). */
export function heldBack(
  tools: ToolSet,
  toldNatively: readonly string[],
  servers: readonly McpServer[],
): readonly AgentEvent[] {
  const denied = toldNatively.filter((tool) => !isAvailable(tools, tool));
  return [
    ...(denied.length === 0 ? [] : [{ type: "held", rung: "native_denial", tools: denied } as const]),
    ...servers.flatMap((server) => notPassed(tools, server)),
  ];
}

function notPassed(tools: ToolSet, server: McpServer): readonly AgentEvent[] {
  const { name } = server;
  const all = [`mcp/${name}/*`];
  if (standingOf(tools, name) === "excluded") return [{ type: "held", rung: "server_not_passed", tools: all }];
  const choice = choiceOf(tools, name);
  // The tools of a server that is no process of ours are held by the rungs that come after this one.
  if (choice === null || !("command" in server)) return [];
  const { only, not } = choice;
  if (only === null)
    return [{ type: "held", rung: "server_not_passed", tools: not.map((tool) => `mcp/${name}/${tool}`) }];
  const left = only.filter((tool) => !not.includes(tool)).join(", ");
  return [{ type: "held", rung: "server_not_passed", tools: all, reason: `but for ${left}` }];
}
