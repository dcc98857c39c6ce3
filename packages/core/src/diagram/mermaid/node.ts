import { unsupportedId } from "../../diagnostics/catalogue.generated.ts";
import { annotate } from "./annotations.ts";
import { skipBlanks } from "./characters.ts";
import { type Drawing, type DrawnNode, nodeOf, placeOf } from "./drawing.ts";
import { readNodeLabel, reportUnclosed } from "./label.ts";
import { readNodeData } from "./node-data.ts";
import { endOfId } from "./node-id.ts";
import { bracketsAt } from "./shapes.ts";
import { unexpected } from "./unexpected.ts";

/** Reads `A & B & C`, each an id with or without a shape, at the cursor; null when refused (reported). */
export function readNodes(drawing: Drawing): readonly DrawnNode[] | null {
  const nodes: DrawnNode[] = [];
  for (;;) {
    const node = readNode(drawing);
    if (node === null) return null;
    nodes.push(node);
    const ampersand = skipBlanks(drawing.text, drawing.at);
    if (drawing.text[ampersand] !== "&" || ampersand === drawing.at) return nodes;
    const next = skipBlanks(drawing.text, ampersand + 1);
    if (next === ampersand + 1) return nodes;
    drawing.at = next;
  }
}

function readNode(drawing: Drawing): DrawnNode | null {
  const start = drawing.at;
  const end = endOfId(drawing, start);
  if (end === null) return null;
  if (end === start) return unexpected(drawing, start, "a node");
  const id = drawing.text.slice(start, end);
  if (drawing.edgeIds.has(id)) {
    drawing.diagnostics.push(unsupportedId({ at: placeOf(drawing, start, end), id, reason: "an edge has this id" }));
    return null;
  }
  drawing.at = end;
  const node = nodeOf(drawing, id, start, end);
  if (!readShape(drawing, node) || !readClass(drawing)) return null;
  while (drawing.text.startsWith("@{", drawing.at)) if (!readNodeData(drawing, node)) return null;
  return node;
}

// `A[label]`: directly behind the id, as everywhere in mermaid.
function readShape(drawing: Drawing, node: DrawnNode): boolean {
  const brackets = bracketsAt(drawing.text, drawing.at);
  if (brackets === undefined) return true;
  const start = drawing.at + brackets.open.length;
  const label = readNodeLabel(drawing, start, brackets.open);
  if (label === null) return false;
  const closer = brackets.closers.find(({ close }) => drawing.text.startsWith(close, label.end));
  if (closer === undefined || label.end === start) {
    reportUnclosed(drawing, start, label.end, brackets.closers[0]?.close ?? "");
    return false;
  }
  drawing.at = label.end + closer.close.length;
  node.shape = closer.shape;
  if (label.text !== "") node.label = label.text;
  return annotate(drawing, node, label.annotations);
}

// `A:::name` styles a node: nothing of it is kept.
function readClass(drawing: Drawing): boolean {
  if (!drawing.text.startsWith(":::", drawing.at)) return true;
  const start = drawing.at + 3;
  const end = endOfId(drawing, start);
  if (end === null) return false;
  if (end === start) return unexpected(drawing, start, "the name of a class") !== null;
  drawing.at = end;
  return true;
}
