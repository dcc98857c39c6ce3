import { compilePlan, everyTool, type PlanDefinition, parseDiagram } from "@agent-markup/core";
import picocolors from "picocolors";
import { describe, expect, it } from "vitest";
import { cellsOf } from "./cells.ts";
import { standardOutput } from "./output.ts";
import { treeText } from "./tree-text.ts";

const picture = `flowchart TB
A["A label that is much longer than what a narrow terminal can take"] --> G{"日本語のラベルはとても長い<br>です"}
G -->|"yes, and with a long reason that does not fit either"| B
G -->|no| C["\u202etxet"]
B --> D[Short] --> E
C --> E
`;

function planOf(text: string): PlanDefinition {
  const { diagram } = parseDiagram(text);
  const plan = diagram && compilePlan(diagram, [], { id: "p", mode: "advanced", tools: everyTool }).plan;
  if (!plan) throw new Error("refused");
  return plan;
}

function linesAt(resultWidth: number): readonly string[] {
  const colors = picocolors.createColors(false);
  return treeText({
    plan: planOf(picture),
    noteOf: () => ({ mark: "*", remark: "[prompt: agent reviewer]" }),
    indent: "  ",
    output: { ...standardOutput(), colors, resultWidth },
  });
}

describe("a plan on a terminal", () => {
  it.each([60, 80, 120])("stays within %i columns", (width) => {
    for (const line of linesAt(width)) expect(cellsOf(line)).toBeLessThanOrEqual(width);
  });

  it("is whole where nothing cuts it", () => {
    expect(linesAt(Number.POSITIVE_INFINITY)).toEqual([
      "  * A  A label that is much longer than what a narrow terminal can take  [prompt: agent reviewer]",
      "  * G  日本語のラベルはとても長い です  [prompt: agent reviewer]",
      "  ├─ yes, and with a long reason that does not fit either",
      "  │  * B  [prompt: agent reviewer]",
      "  │  * D  Short  [prompt: agent reviewer]",
      "  └─ no",
      "     * C  \\x202etxet  [prompt: agent reviewer]",
      "  * E  [prompt: agent reviewer]  after D, C",
    ]);
  });
});
