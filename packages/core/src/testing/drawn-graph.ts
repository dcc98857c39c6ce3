import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Diagram } from "../diagram/mermaid/diagram.ts";

/** A graph as mermaid draws it: nodes with their labels, edges with label and stroke. */
export interface DrawnGraph {
  readonly nodes: readonly (readonly [id: string, label: string])[];
  readonly edges: readonly (readonly [from: string, to: string, label: string, stroke: string])[];
}

const oracle = fileURLToPath(new URL("../diagram/mermaid/fixtures/drawn-by-mermaid.mjs", import.meta.url));

/** What mermaid itself draws of each text; null for what it refuses. mermaid 12 needs Node 22, so that it is the 11th. */
export function drawnByMermaid(texts: readonly string[]): readonly (DrawnGraph | null)[] {
  const input = JSON.stringify(texts);
  const { status, stdout, stderr } = spawnSync(process.execPath, [oracle], {
    input,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** The same of a diagram that was read here. Of a state diagram's starts only the target is kept, which is all they mean. */
export function drawnGraph({ kind, nodes, edges, starts }: Diagram): DrawnGraph {
  const strokes = { solid: "normal", thick: "thick", dotted: "dotted" };
  const began = starts.map(({ to }) => ["root_start", to, "", "normal"] as const);
  return {
    nodes: byId(nodes.map(({ id, label }) => [id, label])),
    edges: inOrder([
      ...began,
      ...edges.map(
        ({ from, to, label, kind: stroke }) =>
          [from, to ?? "root_end", label ?? "", kind === "state" ? "normal" : strokes[stroke]] as const,
      ),
    ]),
  };
}

/** What mermaid draws, without what a plan does not keep: its vertices for the groups, and the labels of starts. */
export function withoutDecoration({ nodes, edges }: DrawnGraph, { groups }: Diagram): DrawnGraph {
  const grouped = new Set(groups.map(({ id }) => id));
  return {
    nodes: byId(nodes.filter(([id]) => !grouped.has(id))),
    edges: inOrder(
      edges.map(([from, to, label, stroke]) => [from, to, from === "root_start" ? "" : label, stroke] as const),
    ),
  };
}

/** A style or a note that names a node first gives it an earlier place in mermaid's list; it draws the same. */
function byId(nodes: DrawnGraph["nodes"]): DrawnGraph["nodes"] {
  return nodes.toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function inOrder(edges: DrawnGraph["edges"]): DrawnGraph["edges"] {
  const isStart = ([from]: DrawnGraph["edges"][number]) => from === "root_start";
  return [...edges.filter(isStart), ...edges.filter((edge) => !isStart(edge))];
}
