import type { AgentFiles } from "../3-register/agent-file.ts";
import { attribute, type Element } from "../ast/nodes.ts";
import type { AgentScope } from "./prepared.ts";

interface ConfiguredAgents {
  /** Names; `*` serves every name. */
  readonly agents: readonly string[];
  readonly defaultAgent: string | null;
}

/**
 * The agent of an `<agent>`, as its file describes it where there is one. Such a file runs on the configured agent of its
 * name, else on `*`, else on the default agent (docs/adr/0017).
 */
export function agentScope(element: Element, files: AgentFiles, configured: ConfiguredAgents): AgentScope {
  const name = attribute(element, "name") ?? "";
  const described = files.get(name);
  const model = attribute(element, "model") ?? described?.model;
  const asked = model === undefined ? { name } : { name, model };
  if (described === undefined) return asked;
  const { file, layer, persona } = described;
  const { agents, defaultAgent } = configured;
  const needsDefault = !serves(agents, name) && defaultAgent !== null && serves(agents, defaultAgent);
  return { ...asked, described: { file, layer, persona }, ...(needsDefault ? { servedBy: defaultAgent } : {}) };
}

export function serves(agents: readonly string[], name: string): boolean {
  return agents.includes(name) || agents.includes("*");
}
