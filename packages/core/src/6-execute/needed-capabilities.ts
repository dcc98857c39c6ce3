import type { ToolSet } from "../5-authorise/tool-set.ts";
import type { PlanNode } from "../plan/plan.ts";
import { capabilitiesOfTool, reachableCapabilities } from "./capabilities.ts";
import { asksAgent, type Offer } from "./check-needs.ts";
import type { PreparedDiagram, PreparedSkill } from "./prepared.ts";

/** All that a skill itself can do, its children aside: what it declares and what the tools it reaches can do (language.md 7.5). */
export function neededCapabilities(
  { mechanism, capabilities, tools }: Pick<PreparedSkill, "mechanism" | "capabilities" | "tools">,
  offer: Offer,
): readonly string[] {
  switch (mechanism.type) {
    case "tool":
      return [...capabilities, ...capabilitiesOfTool(mechanism.tool, offer.tools)];
    case "prompt":
      return [...capabilities, ...promptCapabilities(tools, offer)];
    case "diagram":
      return [...capabilities, ...planCapabilities(mechanism, offer)];
    default:
      return capabilities;
  }
}

/** What a prompt to an agent can do. */
export function promptCapabilities(tools: ToolSet, offer: Offer): readonly string[] {
  return reachableCapabilities(tools, offer.tools);
}

function planCapabilities({ plan, gatesForPeople }: PreparedDiagram["mechanism"], offer: Offer): readonly string[] {
  const prompts = (node: PlanNode) =>
    asksAgent(node) || (node.type === "gate" && node.block === undefined && !gatesForPeople.has(node.id));
  return plan.nodes.flatMap((node) => [
    ...(node.block === undefined ? [] : capabilitiesOfTool(node.block.tool, offer.tools)),
    ...(node.verify === undefined ? [] : capabilitiesOfTool("bash", offer.tools)),
    ...(prompts(node) ? promptCapabilities(node.tools, offer) : []),
  ]);
}
