import { repeatedPlanId } from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Place } from "../text/source-file.ts";
import { diagramsOf, isDiagram, type PreparedDiagram, type PreparedNode } from "./prepared.ts";

/** The diagrams of a document whose plans bear a chosen id. */
export function namedPlans(nodes: readonly PreparedNode[]): readonly PreparedDiagram[] {
  return diagramsOf(nodes).filter(({ mechanism }) => mechanism.isNamed);
}

/** The same document, its plans called as given by their place (diagram.md 1). */
export function withPlanIds(
  nodes: readonly PreparedNode[],
  ids: Readonly<Record<string, string>>,
): readonly PreparedNode[] {
  return nodes.map((node) => {
    if (node.kind === "text") return node;
    const children = withPlanIds(node.children, ids);
    const id = ids[node.path];
    if (!isDiagram(node) || id === undefined) return { ...node, children };
    const { mechanism } = node;
    return { ...node, children, mechanism: { ...mechanism, plan: { ...mechanism.plan, id }, isNamed: true } };
  });
}

/** An id that is chosen for two plans of one document: the second would be taken for the first. */
export function repeatedPlanIds(chosen: readonly { readonly id: string; readonly at: Place }[]): Diagnostic[] {
  const first = new Map<string, Place>();
  return chosen.flatMap(({ id, at }) => {
    const earlier = first.get(id);
    if (earlier !== undefined) return [repeatedPlanId({ at, id, related: [{ at: earlier, message: "the first" }] })];
    first.set(id, at);
    return [];
  });
}
