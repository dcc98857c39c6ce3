import { itemAt } from "../../plan/graph.ts";
import type { TypedDraft } from "./draft.ts";
import type { Arc, Graph } from "./graph.ts";
import { mostNodes } from "./limits.ts";
import { boundOf } from "./loops.ts";

/** A cycle that a gate closes a bounded number of times: its nodes are copied once for each pass. */
export interface BoundedCycle {
  readonly header: number;
  readonly body: ReadonlySet<number>;
  readonly closing: ReadonlySet<Arc>;
  readonly bound: number;
}

/** The cycles that the arcs close; null when they lie in one another so deep that no plan could hold their copies. */
export function cyclesClosedBy(
  graph: Graph,
  drafts: readonly TypedDraft[],
  closing: ReadonlySet<Arc>,
): readonly BoundedCycle[] | null {
  const byHeader = new Map<number, Arc[]>();
  for (const arc of closing) {
    const arcs = byHeader.get(arc.to);
    if (arcs === undefined) byHeader.set(arc.to, [arc]);
    else arcs.push(arc);
  }
  const cycles: BoundedCycle[] = [];
  let size = 0;
  for (const [header, arcs] of byHeader) {
    const body = naturalLoop(graph, header, arcs);
    // Two gates that close one cycle share its passes, so that neither is passed more often than it allows.
    const bounds = arcs.map((arc) => boundOf(itemAt(drafts, arc.from)) ?? 1);
    cycles.push({ header, body, closing: new Set(arcs), bound: Math.min(...bounds) });
    size += body.size;
    if (size > mostNodes * deepest) return null;
  }
  return cycles;
}

/** Cycles inside cycles: with two passes each, so many levels already pass the limit of nodes. */
const deepest = 16;

/** The header and every node that reaches a closing arc without passing it. */
function naturalLoop(graph: Graph, header: number, closing: readonly Arc[]): ReadonlySet<number> {
  const body = new Set([header]);
  const open = closing.map(({ from }) => from);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (body.has(node)) continue;
    body.add(node);
    for (const { from } of graph.into[node] ?? []) open.push(from);
  }
  return body;
}
