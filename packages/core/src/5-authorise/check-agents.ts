import type { AgentFiles } from "../3-register/agent-file.ts";
import { attribute, type Document } from "../ast/nodes.ts";
import { placeOf } from "../ast/place-of.ts";
import { agentFileShadowed, agentFileUnusable } from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";

/** Whether the agents that a document names are described by files that can be used, and by one only (agents.md 5). */
export function checkAgents(document: Document, agents: AgentFiles): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const told = new Set<string>();
  for (const element of document.elements) {
    const name = element.kind === "agent" ? attribute(element, "name") : undefined;
    const described = name === undefined ? undefined : agents.get(name);
    if (name === undefined || described === undefined) continue;
    const at = placeOf(document, element, "name");
    const { file, problem, hides = [] } = described;
    if (problem !== undefined) diagnostics.push(agentFileUnusable({ at, agent: name, file, problem }));
    if (hides.length > 0 && !told.has(name))
      diagnostics.push(agentFileShadowed({ at, agent: name, file, hidden: hides.join(", ") }));
    told.add(name);
  }
  return diagnostics;
}
