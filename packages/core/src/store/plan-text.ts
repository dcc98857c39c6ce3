import { toolLists } from "../5-authorise/tool-set.ts";
import type { PlanDefinition, PlanNode } from "../plan/plan.ts";

/** A definition as JSON has it: tool sets as sorted lists. */
interface WrittenDefinition extends Omit<PlanDefinition, "nodes"> {
  readonly nodes: readonly WrittenNode[];
}

interface WrittenNode extends Omit<PlanNode, "tools"> {
  readonly tools: { readonly allowed: readonly string[] | null; readonly denied: readonly string[] };
}

/** A definition as text. It is hashed as it is kept, so its members may stand in any order. */
export function definitionText(definition: PlanDefinition): string {
  const written: WrittenDefinition = { ...definition, nodes: definition.nodes.map(writeNode) };
  return JSON.stringify(written);
}

/** Reads what `definitionText` wrote. */
export function parseDefinition(text: string): PlanDefinition {
  const written: WrittenDefinition = JSON.parse(text);
  return { ...written, nodes: written.nodes.map(readNode) };
}

function writeNode(node: PlanNode): WrittenNode {
  return { ...node, tools: toolLists(node.tools) };
}

function readNode(node: WrittenNode): PlanNode {
  const { allowed, denied } = node.tools;
  return { ...node, tools: { allowed: allowed === null ? null : new Set(allowed), denied: new Set(denied) } };
}
