import { constrainedName, type OfferedTool, runtimeServer, type ToolSet } from "@agent-markup/core";
import type { AgentConfiguration } from "../configuration.ts";

/** Of what the runtime offers, what a session is given: stand-ins for an agent's own tools only where the operator asks. */
export function givenTools(
  offered: readonly OfferedTool[],
  { tools = "offered" }: AgentConfiguration,
): readonly OfferedTool[] {
  switch (tools) {
    case "own":
      return [];
    case "offered":
      return offered.filter(({ standsIn }) => !standsIn);
    case "runtime":
      return offered;
  }
}

/** What the agent may use of its own: not what the runtime offers in the place of it (agents.md 5). */
export function ownTools(tools: ToolSet, given: readonly OfferedTool[]): ToolSet {
  const replaced = given.filter(({ standsIn }) => standsIn).map(({ name }) => name);
  return replaced.length === 0 ? tools : { ...tools, denied: new Set([...tools.denied, ...replaced]) };
}

/** Whether a call is one of the runtime's tools, in the names of a profile: it passes the runtime's own gate. */
export function isOfServer(tools: readonly string[]): boolean {
  return tools.length > 0 && tools.every((tool) => tool.startsWith(`mcp/${runtimeServer}/`));
}

/** What a constraint says of a call, whoever runs the tool. */
export function constrainedNames(tools: readonly string[]): readonly string[] {
  return tools.map(constrainedName);
}
