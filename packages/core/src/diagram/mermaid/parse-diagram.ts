import { type Diagnostic, hasErrors, inSourceOrder } from "../../diagnostics/diagnostic.ts";
import { type DiagramSource, type Excerpt, excerptOf, placeIn } from "../excerpt.ts";
import type { Diagram, DiagramKind } from "./diagram.ts";
import { type Drawing, drawing } from "./drawing.ts";
import { finish } from "./finish.ts";
import { readFlowchart } from "./flowchart.ts";
import { readHeader } from "./header.ts";
import { prepare } from "./prepare.ts";
import { readStateDiagram } from "./state-diagram.ts";
import { refuseSwallowed } from "./swallowed.ts";

export interface ParsedDiagram {
  /** Null as soon as anything was refused: there is never part of a graph (diagram.md 2). */
  readonly diagram: Diagram | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a mermaid flowchart or state diagram as mermaid 12 does, or refuses it with place, reason and fix (diagram.md 2). */
export function parseDiagram(input: Excerpt | DiagramSource | string): ParsedDiagram {
  const source = excerptOf(input);
  const prepared = prepare(source);
  const drawn = drawing(source, prepared.text);
  drawn.diagnostics.push(...prepared.diagnostics);
  const kind = hasErrors(drawn.diagnostics) ? null : readHeader(drawn);
  if (kind !== null) readBody(drawn, kind);
  const diagnostics = inSourceOrder(drawn.diagnostics);
  const isWhole = kind !== null && !hasErrors(diagnostics);
  return { diagram: isWhole ? diagramOf(drawn, kind, prepared.title) : null, diagnostics };
}

function readBody(drawn: Drawing, kind: DiagramKind): void {
  refuseSwallowed(drawn, kind === "state" ? "gi" : "g");
  if (hasErrors(drawn.diagnostics)) return;
  if (kind === "state") readStateDiagram(drawn);
  else readFlowchart(drawn);
  if (!hasErrors(drawn.diagnostics)) finish(drawn);
}

function diagramOf(drawn: Drawing, kind: DiagramKind, title: string | null): Diagram {
  const { input, direction, nodes, edges, starts, groups } = drawn;
  return {
    kind,
    title,
    direction,
    text: dedented(input.text),
    nodes: [...nodes.values()],
    edges,
    starts,
    groups: [...groups.values()],
    place: placeIn(input, 0, input.text.length),
  };
}

// What stood around the diagram is blank in the text, so the outer blank lines and the common indentation go.
function dedented(text: string): string {
  const lines = text
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => line.trimEnd());
  const indent = lines.reduce(
    (least, line) => (line === "" ? least : Math.min(least, line.length - line.trimStart().length)),
    text.length,
  );
  return `${lines
    .map((line) => line.slice(indent))
    .join("\n")
    .trim()}\n`;
}
