import type { EdgeState, PlanDefinition, PlanEdge, PlanNode, StepState } from "../../plan/plan.ts";
import type { DiagramGroup, Direction } from "../mermaid/diagram.ts";
import { parseDiagram } from "../mermaid/parse-diagram.ts";
import { type Figure, figureOf } from "./figure.ts";
import { statusWords, stepMarks } from "./step-mark.ts";

/** How far a plan has come: each step and each edge by its index. A `Plan` and a `StoredPlan` are this too. */
export interface PlanProgress {
  readonly steps: readonly StepState[];
  readonly edges: readonly EdgeState[];
}

export interface PictureStep {
  readonly node: PlanNode;
  readonly figure: Figure;
  /** Its label, with the pass where it is a copy. */
  readonly name: string;
  /** How it stands, or else what kind of step it is; empty for one that nothing is said of. */
  readonly remark: string;
  /** Null where nothing has begun to run. */
  readonly state: StepState | null;
  /** Place in `PlanPicture.groups`. */
  readonly group: number | null;
}

export interface PictureGroup {
  readonly title: string;
  /** Place in `PlanPicture.groups`. */
  readonly parent: number | null;
}

export interface PictureEdge {
  readonly edge: PlanEdge;
  /** Null where nothing has begun to run. */
  readonly state: EdgeState | null;
}

/** A plan as every picture of it shows it: what stands in it and how that reads, before anything is placed. */
export interface PlanPicture {
  readonly plan: PlanDefinition;
  readonly title: string;
  readonly direction: Direction;
  /** Those with a step or another group in them. */
  readonly groups: readonly PictureGroup[];
  readonly steps: readonly PictureStep[];
  readonly edges: readonly PictureEdge[];
}

/** What a picture of a plan shows, with the statuses when some progress is given (diagram.md 5). */
export function pictureOf(plan: PlanDefinition, progress?: PlanProgress): PlanPicture {
  // Direction and groups are for display only, so the plan has them in its diagram alone.
  const { diagram } = parseDiagram(plan.diagram);
  const { groups, placeOf } = groupsOf(plan, diagram?.groups ?? []);
  return {
    plan,
    title: diagram?.title ?? plan.id,
    direction: diagram?.direction ?? "TB",
    groups,
    steps: plan.nodes.map((node) => {
      const state = progress?.steps[node.index] ?? null;
      return {
        node,
        figure: figureOf(node),
        name: node.iter === undefined ? node.label : `${node.label} (${node.iter} of ${node.maxIter})`,
        remark: state === null ? kindOf(node) : `${stepMarks[state.status]} ${statusWords(state)}`,
        state,
        group: node.group === undefined ? null : (placeOf.get(node.group) ?? null),
      };
    }),
    edges: plan.edges.map((edge) => ({ edge, state: progress?.edges[edge.index] ?? null })),
  };
}

/** What an edge that leads to no step says: its path ends, or a person is asked (diagram.md 2). */
export function endWords({ exhausted }: PlanEdge): string {
  return exhausted === true ? "ask a person" : "end";
}

function kindOf({ type, block }: PlanNode): string {
  if (type === "pass") return "";
  return block === undefined || block.tool === type ? type : `${type}: ${block.tool}`;
}

/** Frames within frames that are drawn; what lies deeper is drawn in the innermost of them. */
const deepest = 12;

function groupsOf({ nodes }: PlanDefinition, drawn: readonly DiagramGroup[]) {
  const byId = new Map(drawn.map((group) => [group.id, group]));
  const placeOf = new Map<string, number>();
  const groups: PictureGroup[] = [];
  for (const { group } of nodes) {
    let parent: number | null = null;
    const around = group === undefined ? [] : groupsAround(group, byId);
    for (const { id, title } of around.slice(0, deepest)) {
      const place: number = placeOf.get(id) ?? groups.push({ title, parent }) - 1;
      placeOf.set(id, place);
      parent = place;
    }
    if (group !== undefined && parent !== null) placeOf.set(group, parent);
  }
  return { groups, placeOf };
}

/** A group and those around it, the outermost first. */
function groupsAround(group: string, byId: ReadonlyMap<string, DiagramGroup>): readonly DiagramGroup[] {
  const around: DiagramGroup[] = [];
  for (let id: string | null = group; id !== null; id = around.at(-1)?.parent ?? null)
    around.push(byId.get(id) ?? { id, title: id, parent: null });
  return around.reverse();
}
