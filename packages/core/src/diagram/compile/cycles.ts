import { tooLarge } from "../../diagnostics/catalogue.generated.ts";
import { itemAt } from "../../plan/graph.ts";
import { backArcs } from "./back-arcs.ts";
import { type BoundedCycle, cyclesClosedBy } from "./bounded-cycle.ts";
import type { TypedDraft } from "./draft.ts";
import { type Arc, type Graph, graphOf, someCycle, unorderable } from "./graph.ts";
import { mostNodes } from "./limits.ts";
import { boundOf } from "./loops.ts";
import type { Report } from "./report.ts";
import { pathWithin, reportCycle } from "./report-cycle.ts";

/** Cycles that are reported at once: each costs a walk, and a reader needs no thousands. */
const mostReported = 20;

/** The bounded cycles of a diagram; every other cycle is reported, naming its edges (diagram.md 2). Null when one was. */
export function boundedCycles(drafts: readonly TypedDraft[], report: Report): readonly BoundedCycle[] | null {
  const graph = graphOf(drafts);
  if (unorderable(graph, new Set()).size === 0) return [];
  const isBoundable = graph.size <= mostNodes;
  if (!isBoundable && drafts.some((draft) => draft.type === "gate" && boundOf(draft) !== undefined))
    return refuseSize(drafts, report);
  const closing = isBoundable ? backArcs(graph, drafts) : new Set<Arc>();
  if (refuseUnbounded(graph, drafts, closing, report)) return null;
  return cyclesClosedBy(graph, drafts, closing) ?? refuseSize(drafts, report);
}

function refuseUnbounded(
  graph: Graph,
  drafts: readonly TypedDraft[],
  closing: ReadonlySet<Arc>,
  report: Report,
): boolean {
  const left = unorderable(graph, closing);
  if (left.size > 0) {
    reportCycle(someCycle(graph, left, closing), "the cycle has more than one way in, or no gate closes it", report);
    return true;
  }
  let reported = 0;
  for (const arc of closing) {
    const help = whyUnbounded(itemAt(drafts, arc.from));
    if (help === null || reported === mostReported) continue;
    reported += 1;
    reportCycle([...pathWithin(graph, arc), arc], help, report);
  }
  return reported > 0;
}

function whyUnbounded(source: TypedDraft): string | null {
  const { node, type } = source;
  if (type !== "gate") return `only an edge from a gate can lead back, and \`${node.id}\` is none`;
  return boundOf(source) === undefined ? `say how often with \`max_iter\` on the gate \`${node.id}\`` : null;
}

function refuseSize(drafts: readonly TypedDraft[], report: Report): null {
  report(tooLarge({ at: itemAt(drafts, 0).node.place, limit: mostNodes, things: "nodes" }));
  return null;
}
