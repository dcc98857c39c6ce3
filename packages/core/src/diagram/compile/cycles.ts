import { cycle, tooLarge } from "../../diagnostics/catalogue.generated.ts";
import { itemAt } from "../../plan/graph.ts";
import { componentsOf } from "./components.ts";
import { type Dominates, dominators } from "./dominators.ts";
import type { TypedDraft } from "./draft.ts";
import { type Arc, type Graph, graphOf, someCycle, unorderable } from "./graph.ts";
import { mostNodes } from "./limits.ts";
import { boundOf } from "./loops.ts";
import type { Report } from "./report.ts";

/** A cycle that a gate closes a bounded number of times: its nodes are copied once for each pass. */
export interface BoundedCycle {
  readonly header: number;
  readonly body: ReadonlySet<number>;
  readonly closing: ReadonlySet<Arc>;
  readonly bound: number;
}

/** The bounded cycles of a diagram; every other cycle is reported, naming its edges (diagram.md 2). Null when one was. */
export function boundedCycles(drafts: readonly TypedDraft[], report: Report): readonly BoundedCycle[] | null {
  const graph = graphOf(drafts);
  const cyclic = unorderable(graph, new Set());
  if (cyclic.size === 0) return [];
  if (graph.size > mostNodes && drafts.some((draft) => draft.type === "gate" && boundOf(draft) !== undefined)) {
    report(tooLarge({ at: itemAt(drafts, 0).node.place, limit: mostNodes, things: "nodes" }));
    return null;
  }
  const closing = graph.size > mostNodes ? new Set<Arc>() : backArcs(graph, drafts);
  const left = unorderable(graph, closing);
  if (left.size > 0) {
    reportCycle(someCycle(graph, left, closing), "the cycle has more than one way in, or no gate closes it", report);
    return null;
  }
  let isBounded = true;
  for (const arc of closing) {
    const help = whyUnbounded(drafts[arc.from]);
    if (help === null) continue;
    isBounded = false;
    reportCycle([...pathWithin(graph, arc), arc], help, report);
  }
  const cycles = isBounded ? cyclesOf(graph, drafts, closing) : null;
  if (!isBounded || cycles !== null) return cycles;
  report(tooLarge({ at: itemAt(drafts, 0).node.place, limit: mostNodes, things: "nodes" }));
  return null;
}

function whyUnbounded(source: TypedDraft | undefined): string | null {
  if (source === undefined) return null;
  const { node, type } = source;
  if (type !== "gate") return `only a gate can close a cycle, and \`${node.id}\` is none`;
  return boundOf(source) === undefined ? `say how often with \`max_iter\` on the gate \`${node.id}\`` : null;
}

/** Arcs back to a node that dominates their source. */
function backArcs(graph: Graph, drafts: readonly TypedDraft[]): ReadonlySet<Arc> {
  const component = componentsOf(graph);
  const within = graph.arcs.filter((arc) => component[arc.from] === component[arc.to]);
  const dominates: Dominates = dominators(graph, entriesOf(graph, drafts, component));
  return new Set(within.filter((arc) => dominates(arc.to, arc.from)));
}

// Where nothing outside leads into a cycle, it begins with the node that the diagram names first.
function entriesOf(graph: Graph, drafts: readonly TypedDraft[], component: Int32Array): readonly number[] {
  const entered = new Set<number>();
  const entries: number[] = [];
  for (const arc of graph.arcs) {
    const to = component[arc.to];
    if (to !== undefined && component[arc.from] !== to) entered.add(to);
  }
  for (const { index, isStart } of drafts) {
    if (!isStart) continue;
    entries.push(index);
    entered.add(component[index] ?? -1);
  }
  for (let node = 0; node < graph.size; node += 1) {
    const own = component[node] ?? -1;
    if (entered.has(own)) continue;
    entered.add(own);
    entries.push(node);
  }
  return entries;
}

/** Null when cycles lie in cycles so deep that their copies would pass the limit of nodes many times over. */
function cyclesOf(
  graph: Graph,
  drafts: readonly TypedDraft[],
  closing: ReadonlySet<Arc>,
): readonly BoundedCycle[] | null {
  const byHeader = new Map<number, Arc[]>();
  for (const arc of closing) byHeader.set(arc.to, [...(byHeader.get(arc.to) ?? []), arc]);
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

/** The arcs from the target of a closing arc to its source, by the shortest way. */
function pathWithin(graph: Graph, closing: Arc): readonly Arc[] {
  const reachedBy = new Map<number, Arc | null>([[closing.to, null]]);
  for (const node of reachedBy.keys()) {
    if (node === closing.from) break;
    for (const arc of graph.out[node] ?? []) if (!reachedBy.has(arc.to)) reachedBy.set(arc.to, arc);
  }
  const path: Arc[] = [];
  for (let arc = reachedBy.get(closing.from); arc; arc = reachedBy.get(arc.from)) path.push(arc);
  return path.reverse();
}

const shownArcs = 8;

function reportCycle(arcs: readonly Arc[], help: string, report: Report): void {
  const last = arcs.at(-1);
  if (last === undefined) return;
  const names = arcs.map(({ edge }) => `${edge.from} -> ${edge.to}`);
  const edges = names.length > shownArcs ? [...names.slice(0, shownArcs - 2), "...", ...names.slice(-1)] : names;
  const related = arcs
    .slice(0, shownArcs)
    .map(({ edge }) => ({ at: edge.place, message: `${edge.from} -> ${edge.to}` }));
  report(cycle({ at: last.edge.place, edges: edges.join(", "), related, help }));
}
