import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { everyTool } from "../../5-authorise/tool-set.ts";
import { drawnByMermaid, drawnGraph, withoutDecoration } from "../../testing/drawn-graph.ts";
import { compilePlan } from "../compile/compile-plan.ts";
import type { Diagram } from "./diagram.ts";
import { parseDiagram } from "./parse-diagram.ts";

const corpus = fileURLToPath(new URL("../../../../../../shared/corpus/mermaid", import.meta.url));
const isThere = existsSync(corpus);

interface Verdict {
  readonly file: string;
  readonly isAccepted: boolean;
  readonly nodes: number;
  readonly edges: number;
}

function verdicts(): readonly Verdict[] {
  const [, ...rows] = readFileSync(`${corpus}/mermaid-12-verdicts.tsv`, "utf8").trimEnd().split("\n");
  return rows.map((row) => {
    const [file = "", verdict, , nodes, edges] = row.split("\t");
    return { file, isAccepted: verdict === "ok", nodes: Number(nodes), edges: Number(edges) };
  });
}

function textOf({ file }: Verdict): string {
  const path = `${corpus}/${file}`;
  return readFileSync(existsSync(path) ? path : `${corpus}/longtail/${file}`, "utf8");
}

/** Whether a way leads from a node back to it: what is left when nodes without a way in are taken away, over and over. */
function goesRound({ nodes, edges }: Diagram): boolean {
  let left = new Set(nodes.map(({ id }) => id));
  for (;;) {
    const entered = new Set(edges.flatMap(({ from, to }) => (to !== null && left.has(from) ? [to] : [])));
    const kept = new Set([...left].filter((id) => entered.has(id)));
    if (kept.size === left.size) return kept.size > 0;
    left = kept;
  }
}

// Arrows without a direction, and edges to subgraphs: what diagram.md 2 refuses although mermaid draws it.
const refusals = new Set(["AML7014", "AML7016"]);

describe.skipIf(!isThere)("real diagrams (skipped where the corpus is not at hand)", () => {
  it.each(isThere ? verdicts().filter(({ isAccepted }) => isAccepted) : [])(
    "$file has the nodes and edges that mermaid 12 draws, or is refused for a reason of diagram.md 2",
    (verdict) => {
      const text = textOf(verdict);
      const { diagram, diagnostics } = parseDiagram(text);
      if (diagram === null) {
        const codes = diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
        expect(codes.filter((code) => !refusals.has(code))).toEqual([]);
        return;
      }
      const { kind, nodes, edges, starts, groups } = diagram;
      // mermaid counts `[*]` as two states, and a subgraph that a style names as a node.
      const ends = (starts.length > 0 ? 1 : 0) + (edges.some(({ to }) => to === null) ? 1 : 0);
      const styled = groups.filter(({ id }) =>
        text.split(/\s+/).some((word, index, words) => word === id && words[index - 1] === "style"),
      );
      const drawn = kind === "state" ? nodes.length + ends : nodes.length + styled.length;
      expect([drawn, edges.length + starts.length]).toEqual([verdict.nodes, verdict.edges]);
    },
  );

  it("have the labels and ends that mermaid draws too, as far as the mermaid of this Node reads them", () => {
    const read = verdicts().flatMap((verdict) => {
      const text = textOf(verdict);
      const { diagram } = parseDiagram(text);
      return diagram === null ? [] : [{ text, diagram }];
    });
    const drawn = drawnByMermaid(read.map(({ text }) => text));
    const both = read.flatMap(({ diagram, text }, index) => {
      const graph = drawn[index] ?? null;
      return graph === null ? [] : [{ ours: drawnGraph(diagram), theirs: withoutDecoration(graph, diagram), text }];
    });
    expect(both.length).toBeGreaterThan(read.length * 0.95);
    for (const { ours, theirs, text } of both) expect(ours, text).toEqual(theirs);
  });

  it("are plans unless they go round, and then each edge of the way round is named", () => {
    for (const verdict of verdicts()) {
      const { diagram } = parseDiagram(textOf(verdict));
      if (diagram === null) continue;
      const { diagnostics } = compilePlan(diagram, [], { id: "plan", mode: "advanced", tools: everyTool });
      const cycles = diagnostics.filter(({ code }) => code === "AML7001");
      expect(cycles.length > 0, verdict.file).toBe(goesRound(diagram));
      const ids = new Set(diagram.nodes.map(({ id }) => id));
      for (const { message } of cycles)
        expect(
          [...ids].some((id) => message.includes(id)),
          message,
        ).toBe(true);
    }
  });

  it("are accepted, but for those with something that a plan cannot mean", () => {
    const accepted = verdicts().filter(({ isAccepted }) => isAccepted);
    const read = accepted.map((verdict) => parseDiagram(textOf(verdict)));
    const meaningless = read.filter(({ diagnostics }) => diagnostics.some(({ code }) => refusals.has(code)));
    const refused = read.filter(({ diagram }) => diagram === null);
    expect(refused.length - meaningless.length).toBeLessThanOrEqual((read.length - meaningless.length) * 0.05);
  });

  it("are there in full, with those of the long tail", () => {
    const files = [...readdirSync(corpus), ...readdirSync(`${corpus}/longtail`)].filter((name) =>
      name.endsWith(".mmd"),
    );
    for (const file of files)
      expect(() =>
        parseDiagram(
          readFileSync(existsSync(`${corpus}/${file}`) ? `${corpus}/${file}` : `${corpus}/longtail/${file}`, "utf8"),
        ),
      ).not.toThrow();
    expect(files.length).toBeGreaterThan(200);
  });
});
