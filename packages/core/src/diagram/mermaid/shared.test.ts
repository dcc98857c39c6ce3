import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
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
