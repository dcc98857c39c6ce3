import { itemAt } from "../../plan/graph.ts";
import type { PlanEdge } from "../../plan/plan.ts";
import type { Diagram, DiagramEdge } from "../mermaid/diagram.ts";
import type { BoundedCycle } from "./bounded-cycle.ts";
import type { Copying } from "./copies.ts";
import type { TypedDraft } from "./draft.ts";
import { isFallback } from "./gates.ts";

/** The nodes of a diagram, how each is copied, and the place of its first copy in the plan. */
export interface Expansion {
  readonly drafts: readonly TypedDraft[];
  readonly copyings: readonly Copying[];
  readonly firstCopies: readonly number[];
  readonly cycles: readonly BoundedCycle[];
}

/**
 * The edges of a plan: one within a cycle joins the copies of a pass, one that closes it leads to the next pass, one into a
 * cycle leads to the first, and one out of it leaves every pass. A loop is left after its last pass only (diagram.md 2).
 */
export function expandEdges(diagram: Diagram, expansion: Expansion): readonly PlanEdge[] {
  const { drafts, cycles } = expansion;
  const byId = new Map(drafts.map((draft) => [draft.node.id, draft]));
  const closes = new Map(cycles.flatMap((cycle) => [...cycle.closing].map(({ edge }) => [edge, cycle] as const)));
  const edges: PlanEdge[] = [];
  for (const edge of diagram.edges) {
    const source = byId.get(edge.from);
    const target = edge.to === null ? null : byId.get(edge.to);
    // A state's end says nothing that the plan does not know, except at a gate, where it is a label.
    if (source === undefined || target === undefined || (target === null && source.type !== "gate")) continue;
    for (const ends of copiedEnds(expansion, source.index, target?.index ?? null, closes.get(edge)))
      edges.push({ index: edges.length, ...ends, ...textOf(source, edge) });
  }
  return [...edges, ...loopEdges(expansion, edges.length)];
}

function textOf({ type }: TypedDraft, { label, kind }: DiagramEdge): Pick<PlanEdge, "label" | "kind" | "fallback"> {
  return { label, kind, fallback: type === "gate" && label !== null && isFallback(label) };
}

type Ends = Pick<PlanEdge, "from" | "to" | "exhausted">;

function* copiedEnds(
  { copyings, firstCopies }: Expansion,
  from: number,
  to: number | null,
  closed: BoundedCycle | undefined,
): Generator<Ends> {
  const source = itemAt(copyings, from);
  const target = to === null ? null : itemAt(copyings, to);
  const firstSource = itemAt(firstCopies, from);
  const firstTarget = to === null ? 0 : itemAt(firstCopies, to);
  const passes = sharedPasses(source, target);
  const copiesInPass = source.count / passes;
  for (let copy = 0; copy < source.count; copy += 1) {
    if (source.loop !== null && (copy + 1) % source.loop !== 0) continue;
    const pass = Math.floor(copy / copiesInPass);
    const isLast = closed !== undefined && (pass + 1) % closed.bound === 0;
    if (target === null || isLast) yield { from: firstSource + copy, to: null, ...(isLast ? { exhausted: true } : {}) };
    else {
      const targetPass = closed === undefined ? pass : pass + 1;
      yield { from: firstSource + copy, to: firstTarget + targetPass * (target.count / passes) };
    }
  }
}

/** How many passes the cycles around both ends have in all. */
function sharedPasses(source: Copying, target: Copying | null): number {
  let passes = 1;
  for (const [level, cycle] of source.cycles.entries()) {
    if (target?.cycles[level] !== cycle) break;
    passes *= cycle.bound;
  }
  return passes;
}

/** The chain from each pass of a loop to the next. */
function* loopEdges({ copyings, firstCopies }: Expansion, index: number): Generator<PlanEdge> {
  let next = index;
  for (const [node, { loop, count }] of copyings.entries()) {
    const first = itemAt(firstCopies, node);
    for (let copy = 0; loop !== null && copy + 1 < count; copy += 1) {
      if ((copy + 1) % loop === 0) continue;
      yield { index: next, from: first + copy, to: first + copy + 1, label: null, kind: "solid", fallback: false };
      next += 1;
    }
  }
}
