import { isAvailable } from "../5-authorise/tool-set.ts";
import type { TrustLevel } from "../5-authorise/trust.ts";
import {
  agentNotFound,
  capabilityDenied,
  noAgent,
  permissionsRequired,
  toolDenied,
  unknownRuntimeTool,
} from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { PlanNode } from "../plan/plan.ts";
import type { Place } from "../text/source-file.ts";
import type { Tool } from "../tools/tool.ts";
import type { AgentScope } from "./prepared.ts";

/** What a run has to offer to the steps of its document. */
export interface Offer {
  readonly trust: TrustLevel;
  /** A permission policy was chosen. */
  readonly hasPolicy: boolean;
  /** Names of configured agents; `*` serves every name. */
  readonly agents: readonly string[];
  readonly tools: ReadonlyMap<string, Tool>;
}

/** Whether everything that a step needs is there, said before anything runs (language.md 1, authorise). */
export function checkNeeds(node: PlanNode, agent: AgentScope | null, at: Place, offer: Offer): Diagnostic[] {
  const tools = [
    ...(node.block === undefined ? [] : [node.block.tool]),
    ...(node.verify === undefined ? [] : ["bash"]),
  ];
  const found = tools.flatMap((tool) => checkTool(node, tool, at, offer));
  return asksAgent(node) ? [...found, ...checkAgent(node, agent, at, offer)] : found;
}

/** Whether a step is a prompt to an agent (diagram.md 3). */
export function asksAgent({ type, block }: PlanNode): boolean {
  return (
    type === "prompt" ||
    type === "subagent" ||
    type === "session" ||
    ((type === "tool" || type === "loop") && block === undefined)
  );
}

function checkTool({ id: step, tools }: PlanNode, tool: string, at: Place, offer: Offer): Diagnostic[] {
  const known = offer.tools.get(tool);
  if (known === undefined) {
    return [unknownRuntimeTool({ at, step, tool, help: `there are: ${[...offer.tools.keys()].join(", ")}` })];
  }
  if (!isAvailable(tools, tool)) return [toolDenied({ at, step, tool })];
  if (offer.trust !== "trusted") {
    return [capabilityDenied({ at, step, tool, capabilities: known.capabilities.join(", ") })];
  }
  return [];
}

function checkAgent({ id: step }: PlanNode, agent: AgentScope | null, at: Place, offer: Offer): Diagnostic[] {
  if (agent === null) return [noAgent({ at, step })];
  const isConfigured = offer.agents.includes(agent.name) || offer.agents.includes("*");
  if (!isConfigured) {
    const help =
      offer.agents.length === 0
        ? `add "agents": { "${agent.name}": { "command": [...] } } to aml.config.json`
        : `configured: ${offer.agents.join(", ")}; add "${agent.name}" or "*" to aml.config.json, or give --agent`;
    return [agentNotFound({ at, agent: agent.name, help })];
  }
  if (!offer.hasPolicy) {
    const help =
      "choose --permissions deny (refuse every request) or --permissions allow_once (let each one through once)";
    return [permissionsRequired({ at, step, agent: agent.name, help })];
  }
  return [];
}
