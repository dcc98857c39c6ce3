import { type HostLimits, permits } from "../5-authorise/host-limits.ts";
import { isAvailable, type ToolSet } from "../5-authorise/tool-set.ts";
import type { TrustLevel } from "../5-authorise/trust.ts";
import {
  agentDenied,
  agentNotFound,
  capabilityDenied,
  modelDenied,
  noAgent,
  permissionsRequired,
  projectAgentUntrusted,
  sessionDenied,
  sqlWithoutDatabase,
  toolDenied,
  unknownRuntimeTool,
} from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { PlanNode } from "../plan/plan.ts";
import type { Place } from "../text/source-file.ts";
import type { Tool } from "../tools/tool.ts";
import { findTool, type MissingTool, type ToolProvider } from "../tools/tool-provider.ts";
import { adviceOnAgent, adviceWithoutAgent, type OtherAgents } from "./agent-advice.ts";
import { serves } from "./agent-scope.ts";
import { reachableCapabilities } from "./capabilities.ts";
import type { AgentScope } from "./prepared.ts";

/** What a run has to offer to the steps of its document. */
export interface Offer {
  readonly trust: TrustLevel;
  /** A permission policy was chosen. */
  readonly hasPolicy: boolean;
  /** Names of configured agents; `*` serves every name. */
  readonly agents: readonly string[];
  /** What else there is, for advice. */
  readonly otherAgents?: OtherAgents;
  readonly tools: ReadonlyMap<string, Tool>;
  /** Asked for the names of tools that are not among those; only for a trusted document (language.md 7.5). */
  readonly toolProviders?: readonly ToolProvider[];
  /** Names of implementations that the host has a handler for. */
  readonly handlers: ReadonlySet<string>;
  /** What a document that is not trusted may do; nothing that is not named (language.md 7.5). */
  readonly granted: ReadonlySet<string>;
  /** What such a document may do once a person has allowed it; nothing when left out. */
  readonly confirmable?: ReadonlySet<string>;
  /** What the host's policy takes away; nothing when left out. */
  readonly limits?: HostLimits;
  /** Whether agents can be offered `sql`; taken for granted when left out. */
  readonly hasDatabase?: boolean;
}

/** Who needs something, for messages, and what holds there. */
export interface Needing {
  readonly step: string;
  readonly tools: ToolSet;
  readonly agent: AgentScope | null;
  readonly at: Place;
}

/** Whether everything that a step needs is there, said before anything runs (language.md 1, authorise). */
export function checkStepNeeds(node: PlanNode, agent: AgentScope | null, at: Place, offer: Offer): Diagnostic[] {
  const needing = { step: node.id, tools: node.tools, agent, at };
  const names = [
    ...(node.block === undefined ? [] : [node.block.tool]),
    ...(node.verify === undefined ? [] : ["bash"]),
  ];
  const found = names.flatMap((tool) => checkTool(needing, tool, offer));
  if (!asksAgent(node)) return found;
  const model = node.model ?? agent?.model;
  const asked = agent && { ...agent, ...(model === undefined ? {} : { model }) };
  const session = node.type === "session" ? checkSession(node.session ?? node.origin, at, offer) : [];
  return [...found, ...session, ...checkAgent({ ...needing, agent: asked }, offer)];
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

/** Whether the runtime has a tool, the constraint allows it, and the run may do what it can do. */
export function checkTool({ step, tools, at }: Needing, tool: string, offer: Offer): Diagnostic[] {
  const known = offeredTool(tool, offer);
  if ("missing" in known) return [...known.diagnostics, unknownRuntimeTool({ at, step, tool, help: known.missing })];
  if (!isAvailable(tools, tool)) return [toolDenied({ at, step, tool })];
  return checkCapabilities(step, tool, known.capabilities, at, offer);
}

function offeredTool(name: string, { trust, tools, toolProviders = [] }: Offer): Tool | MissingTool {
  const isProvided = !tools.has(name) && toolProviders.some((provider) => provider.serves(name));
  if (isProvided && trust !== "trusted")
    return {
      missing: "what the project's files name, such as MCP servers, is used only in a trusted run",
      diagnostics: [],
    };
  return findTool(name, tools, toolProviders);
}

/** Whether a document that is not trusted is granted what something of it needs; trusted runs skip the check (language.md 7.5). */
export function checkCapabilities(
  step: string,
  tool: string,
  needed: readonly string[],
  at: Place,
  offer: Offer,
): Diagnostic[] {
  if (offer.trust === "trusted") return [];
  const missing = notGranted(needed, offer).filter((capability) => offer.confirmable?.has(capability) !== true);
  return missing.length === 0 ? [] : [capabilityDenied({ at, step, tool, capabilities: missing.join(", ") })];
}

/** What of it a person has to allow first; nothing for a trusted document. */
export function toConfirm(needed: Iterable<string>, offer: Offer): readonly string[] {
  if (offer.trust === "trusted") return [];
  return notGranted([...new Set(needed)], offer).filter((capability) => offer.confirmable?.has(capability) === true);
}

function notGranted(needed: readonly string[], { granted }: Offer): readonly string[] {
  return needed.filter((capability) => capability !== "pure" && !granted.has(capability));
}

/** Whether there is an agent to prompt, it is configured, and somebody decides about its requests. */
export function checkAgent({ step, tools, agent, at }: Needing, offer: Offer): Diagnostic[] {
  if (agent === null) return [noAgent({ at, step, help: adviceWithoutAgent(offer) })];
  const { name, model, described, servedBy = name } = agent;
  const denied = [name, servedBy].find((used) => !permits(offer.limits?.agents, used));
  if (denied !== undefined) return [agentDenied({ at, step, agent: denied })];
  if (model !== undefined && !permits(offer.limits?.models, model)) return [modelDenied({ at, step, model })];
  if (described?.layer === "project" && offer.trust !== "trusted")
    return [projectAgentUntrusted({ at, agent: name, file: described.file })];
  if (!serves(offer.agents, servedBy)) return [agentNotFound({ at, agent: name, help: adviceOnAgent(name, offer) })];
  if (!offer.hasPolicy) {
    const help =
      "choose --permissions deny (refuse every request) or --permissions allow_once (let each one through once) or --permissions rules (as your policy says)";
    return [permissionsRequired({ at, step, agent: agent.name, help })];
  }
  const reached = reachableCapabilities(tools, offer.tools);
  // Only where the document counts on it: everything is allowed in most documents, and few mean a database by it.
  const lacksDatabase = offer.hasDatabase === false && tools.allowed?.has("sql") === true;
  return [
    ...checkServers(tools, offer),
    ...checkCapabilities(step, `the agent ${agent.name}`, reached, at, offer),
    ...(lacksDatabase ? [sqlWithoutDatabase({ at, step })] : []),
  ];
}

/** What is wrong with the servers that the agent would be given; in other than trusted runs it is given none. */
function checkServers(tools: ToolSet, { trust, toolProviders = [] }: Offer): readonly Diagnostic[] {
  return trust === "trusted" ? toolProviders.flatMap((provider) => provider.faults?.(tools) ?? []) : [];
}

/** Whether the host's policy allows a session of this name; `*` is one without a name. */
export function checkSession(session: string, at: Place, { limits }: Offer): Diagnostic[] {
  return permits(limits?.sessions, session) ? [] : [sessionDenied({ at, session })];
}
