import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { everyTool } from "../5-authorise/tool-set.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { compilePlan } from "./compile/compile-plan.ts";
import { diagramOfMermaidFile } from "./find-diagram.ts";
import { parseDiagram } from "./mermaid/parse-diagram.ts";

const cases = fileURLToPath(new URL("../../../../../shared/cases/diagram", import.meta.url));
const isThere = existsSync(`${cases}/cases.tsv`);

/** Where the table leaves it open or is about something else, diagram.md decides. */
const decided: Readonly<Record<string, "accept" | "refuse">> = {
  "022-hdr-forced-bogus.mmd": "accept",
  "028-arr-open.mmd": "refuse",
  "039-arr-circle.mmd": "refuse",
  "040-arr-cross.mmd": "refuse",
  "072-id-o-prefix.mmd": "refuse",
  "091-lab-quoted-pipe.mmd": "accept",
  "099-lab-annot-eq-in-value.mmd": "accept",
  "111-lab-first-wins.mmd": "accept",
  "114-lab-label-eq-id.mmd": "accept",
  "118-shp-cylinder.mmd": "accept",
  "157-gate-diamond-untyped.mmd": "accept",
  "196-sd-unreachable.mmd": "accept",
  "204-cli-design-dot.mmd": "accept",
  "205-cli-design-nl.mmd": "accept",
  "207-cli-design-none.mmd": "accept",
};

function rightVerdict(file: string, right: string): "accept" | "refuse" {
  const own = decided[file];
  if (own !== undefined) return own;
  if (/^(?:reject|mermaid rejects)/.test(right)) return "refuse";
  if (right.startsWith("accept")) return "accept";
  throw new Error(`${file}: "${right}" says neither`);
}

function outcome(file: string): { readonly verdict: "accept" | "refuse"; readonly diagnostics: readonly Diagnostic[] } {
  const found = diagramOfMermaidFile({ file, text: readFileSync(`${cases}/${file}`, "utf8") });
  if (found.diagram === null) return { verdict: "refuse", diagnostics: found.diagnostics };
  const { diagram, diagnostics } = parseDiagram(found.diagram);
  if (diagram === null) return { verdict: "refuse", diagnostics };
  const compiled = compilePlan(diagram, [], { id: "case", mode: "advanced", tools: everyTool });
  return { verdict: compiled.plan === null ? "refuse" : "accept", diagnostics: compiled.diagnostics };
}

const rows = isThere ? readFileSync(`${cases}/cases.tsv`, "utf8").trimEnd().split("\n").slice(1) : [];

describe.skipIf(!isThere)("the published cases (skipped where they are not at hand)", () => {
  it.each(rows.map((row) => row.split("\t")))("%s", (file, _, right) => {
    expect(outcome(file ?? "").verdict).toBe(rightVerdict(file ?? "", right ?? ""));
  });

  it("point at the prose behind a fence, on its line", () => {
    const [refusal] = outcome("019-hdr-fence-then-prose.mmd").diagnostics;
    expect([refusal?.code, refusal?.start.line]).toEqual(["AML7030", 5]);
  });
});
