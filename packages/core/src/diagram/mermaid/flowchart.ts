import { tooLarge } from "../../diagnostics/catalogue.generated.ts";
import { isSpace, skipBlanks } from "./characters.ts";
import { readDataEntries } from "./data-entries.ts";
import { type Drawing, type DrawnNode, placeOf } from "./drawing.ts";
import { nextArrow, type ReadEdge, readEdge } from "./edge.ts";
import { refuseHeader } from "./header.ts";
import { readLook, readMeta } from "./ignored.ts";
import { readNodes } from "./node.ts";
import { closeGroup, openGroup } from "./subgraph.ts";
import { unexpected } from "./unexpected.ts";

/** `a & b --> c & d` multiplies: without a bound a short text could fill the memory. */
const mostEdges = 500_000;

/** Reads the statements of a flowchart up to the end; stops at the first that is none (reported). */
export function readFlowchart(drawing: Drawing): void {
  for (;;) {
    drawing.at = skipSeparators(drawing.text, drawing.at);
    if (drawing.at >= drawing.text.length || !readStatement(drawing)) return;
  }
}

// Each reader gives undefined for a statement that is not its own, and false for one that it refuses (reported).
function readStatement(drawing: Drawing): boolean {
  if (refuseHeader(drawing)) return false;
  return (
    openGroup(drawing) ??
    closeGroup(drawing) ??
    readLook(drawing) ??
    readMeta(drawing) ??
    readEdgeData(drawing) ??
    readChain(drawing)
  );
}

function readChain(drawing: Drawing): boolean {
  let from = readNodes(drawing);
  while (from !== null) {
    const arrow = nextArrow(drawing);
    if (arrow === null) return endStatement(drawing);
    const edge = readEdge(drawing, arrow.start);
    const to = edge === null ? null : readNodes(drawing);
    if (edge === null || to === null || !addEdges(drawing, from, to, edge)) return false;
    if (arrow.id !== null) drawing.edgeIds.add(arrow.id);
    from = to;
  }
  return false;
}

// `e1@{ animate: true }` is about the look of an edge; before the edge is named, mermaid makes a node of it.
function readEdgeData(drawing: Drawing): boolean | undefined {
  if (drawing.edgeIds.size === 0) return undefined;
  const brace = drawing.text.indexOf("@{", drawing.at);
  if (brace === -1 || !drawing.edgeIds.has(drawing.text.slice(drawing.at, brace))) return undefined;
  drawing.at = brace;
  return readDataEntries(drawing) !== null && endStatement(drawing);
}

function addEdges(
  drawing: Drawing,
  from: readonly DrawnNode[],
  to: readonly DrawnNode[],
  { label, kind, start, end }: ReadEdge,
): boolean {
  const place = placeOf(drawing, start, end);
  if (drawing.edges.length + from.length * to.length > mostEdges) {
    drawing.diagnostics.push(tooLarge({ at: place, limit: mostEdges, things: "edges" }));
    return false;
  }
  for (const source of from)
    for (const target of to) drawing.edges.push({ from: source.id, to: target.id, label, kind, place });
  return true;
}

/** A statement ends with its line, a semicolon or the text. */
export function endStatement(drawing: Drawing): boolean {
  const { text } = drawing;
  const at = skipBlanks(text, drawing.at);
  const found = text.charAt(at);
  if (found === "" || found === "\n" || found === ";") {
    drawing.at = at;
    return true;
  }
  const expected = text.startsWith("->", at)
    ? "`-->`"
    : "[({>".includes(found) && at > drawing.at
      ? "no space between an id and its shape"
      : "an arrow or the end of the statement";
  return unexpected(drawing, at, expected) !== null;
}

function skipSeparators(text: string, at: number): number {
  let next = at;
  while (next < text.length && (text[next] === ";" || isSpace(text.charCodeAt(next)))) next += 1;
  return next;
}
