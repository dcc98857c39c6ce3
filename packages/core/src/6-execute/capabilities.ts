import type { ToolSet } from "../5-authorise/tool-set.ts";
import { allCapabilities, type Capability, type Tool } from "../tools/tool.ts";

/** Of tools that agents have, also where a host gives the runtime none of that name (language.md 7.5). */
const agentTools: ReadonlyMap<string, readonly Capability[]> = new Map<string, readonly Capability[]>([
  ["grep", ["fs:read"]],
  ["glob", ["fs:read"]],
  ["edit", ["fs:write"]],
  ["web_fetch", ["net:read"]],
  ["web_search", ["net:read"]],
  ["think", []],
]);

/** What one tool can do; a tool that nobody knows can do everything. */
export function capabilitiesOfTool(name: string, tools: ReadonlyMap<string, Tool>): readonly Capability[] {
  return tools.get(name)?.capabilities ?? agentTools.get(name) ?? allCapabilities;
}

/** What a prompt under a constraint can reach: everything when its tools are not constrained. */
export function reachableCapabilities({ allowed }: ToolSet, tools: ReadonlyMap<string, Tool>): readonly Capability[] {
  if (allowed === null) return allCapabilities;
  return [...new Set([...allowed].flatMap((name) => capabilitiesOfTool(name, tools)))];
}
