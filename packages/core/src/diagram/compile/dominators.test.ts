import fc from "fast-check";
import { expect, it } from "vitest";
import { componentsOf } from "./components.ts";
import { dominators } from "./dominators.ts";
import type { Arc, Graph } from "./graph.ts";

const size = 8;
const arbitrary = fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 20 });

function graphFrom(pairs: readonly (readonly [number, number])[]): Graph {
  const edge = {
    from: "",
    to: "",
    label: null,
    kind: "solid" as const,
    place: { source: { file: "", text: "", lineStarts: [0] }, start: 0, end: 0 },
  };
  const arcs = pairs.map(([from, to]): Arc => ({ from, to, edge }));
  const nodes = Array.from({ length: size }, (_, node) => node);
  return {
    size,
    arcs,
    out: nodes.map((node) => arcs.filter(({ from }) => from === node)),
    into: nodes.map((node) => arcs.filter(({ to }) => to === node)),
  };
}

/** What can be reached from some nodes without passing one. */
function reachable(graph: Graph, from: readonly number[], without?: number): Set<number> {
  const seen = new Set(from.filter((node) => node !== without));
  for (const node of seen) for (const { to } of graph.out[node] ?? []) if (to !== without) seen.add(to);
  return seen;
}

it("nodes are of one component exactly when each reaches the other", () => {
  fc.assert(
    fc.property(arbitrary, (pairs) => {
      const graph = graphFrom(pairs);
      const component = componentsOf(graph);
      for (let one = 0; one < size; one += 1)
        for (let other = 0; other < size; other += 1) {
          const isMutual = reachable(graph, [one]).has(other) && reachable(graph, [other]).has(one);
          expect(component[one] === component[other]).toBe(isMutual);
        }
    }),
    { numRuns: 500 },
  );
});

it("a node dominates another exactly when no path reaches that without it", () => {
  fc.assert(
    fc.property(arbitrary, fc.uniqueArray(fc.nat(size - 1), { minLength: 1, maxLength: 3 }), (pairs, starts) => {
      const graph = graphFrom(pairs);
      // Every node must be reachable: those that are not are entries too.
      const entries = [...starts];
      for (let node = 0; node < size; node += 1) if (!reachable(graph, entries).has(node)) entries.push(node);
      const dominates = dominators(graph, entries);
      for (let above = 0; above < size; above += 1)
        for (let below = 0; below < size; below += 1) {
          const isNeeded = above === below || !reachable(graph, entries, above).has(below);
          expect(dominates(above, below)).toBe(isNeeded);
        }
    }),
    { numRuns: 500 },
  );
});
