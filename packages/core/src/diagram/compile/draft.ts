import type { StepType } from "../../plan/plan.ts";
import type { Diagram, DiagramEdge, DiagramNode } from "../mermaid/diagram.ts";
import { isStepType, type SettingName } from "../settings.ts";
import type { StepDeclaration, WrittenValue } from "./step-declaration.ts";

/** A node of the diagram with its declaration and its edges, before any rule of plans is applied to it. */
export interface Draft {
  readonly index: number;
  readonly node: DiagramNode;
  readonly step: StepDeclaration | null;
  readonly edgesOut: DiagramEdge[];
  readonly edgesIn: DiagramEdge[];
  /** Whether a state diagram's `[*]` leads here. */
  isStart: boolean;
}

/** A draft whose type is decided. */
export interface TypedDraft extends Draft {
  readonly type: StepType;
}

/** The nodes of a diagram in its order, each with its declaration and edges. */
export function draftsOf(diagram: Diagram, steps: ReadonlyMap<string, StepDeclaration>): readonly Draft[] {
  const drafts = diagram.nodes.map((node, index): Draft => {
    return { index, node, step: steps.get(node.id) ?? null, edgesOut: [], edgesIn: [], isStart: false };
  });
  const byId = new Map(drafts.map((draft) => [draft.node.id, draft]));
  for (const edge of diagram.edges) {
    byId.get(edge.from)?.edgesOut.push(edge);
    if (edge.to !== null) byId.get(edge.to)?.edgesIn.push(edge);
  }
  for (const { to } of diagram.starts) {
    const draft = byId.get(to);
    if (draft !== undefined) draft.isStart = true;
  }
  return drafts;
}

/** A setting of a step; its declaration wins over the diagram (diagram.md 3). */
export function settingOf({ node, step }: Draft, name: SettingName): WrittenValue | undefined {
  const declared = step?.settings.get(name);
  if (declared !== undefined) return declared;
  for (const [key, annotation] of node.annotations) if (key === name) return annotation;
  return undefined;
}

/** The type that the declaration or the diagram gives, or null when neither does. */
export function declaredType(draft: Draft): StepType | null {
  const type = settingOf(draft, "type")?.value;
  return type !== undefined && isStepType(type) ? type : null;
}
