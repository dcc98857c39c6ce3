import { noDiagram, otherDiagram, secondHeader } from "../../diagnostics/catalogue.generated.ts";
import { excerpt, matchAt, skipBlanks, skipSpace } from "./characters.ts";
import type { DiagramKind, Direction } from "./diagram.ts";
import { type Drawing, placeOf } from "./drawing.ts";
import { unexpected } from "./unexpected.ts";

const directions: ReadonlyMap<string, Direction> = new Map([
  ["TB", "TB"],
  ["TD", "TB"],
  ["BT", "BT"],
  ["LR", "LR"],
  ["RL", "RL"],
]);

const otherTypes =
  /(?:sequenceDiagram|classDiagram(?:-v2)?|erDiagram|gantt|pie|mindmap|journey|gitGraph|timeline|quadrantChart|requirementDiagram|requirement|C4\w+|sankey(?:-beta)?|xychart(?:-beta)?|block(?:-beta)?|packet(?:-beta)?|architecture(?:-beta)?|kanban|radar-beta|treemap(?:-beta)?|zenuml|swimlane-beta|info)\b/y;

export function directionNamed(name: string): Direction | undefined {
  return directions.get(name.toUpperCase());
}

/** Reads the first line of a diagram; null when it is none of a plan (reported). */
export function readHeader(drawing: Drawing): DiagramKind | null {
  const { text } = drawing;
  const start = skipSpace(text, 0);
  const flowchart = matchAt(drawing, /(?:flowchart-elk|flowchart|graph)(?![\w-])/y, start);
  if (flowchart !== null) return readFlowchartHeader(drawing, start + flowchart[0].length);
  const state = matchAt(drawing, /stateDiagram(?:-v2)?(?=\s|$)/y, start);
  if (state !== null) {
    drawing.at = start + state[0].length;
    return "state";
  }
  const other = matchAt(drawing, otherTypes, start);
  const end = start + (other?.[0].length ?? Math.min(1, text.length - start));
  const at = placeOf(drawing, start, end);
  drawing.diagnostics.push(
    other === null
      ? noDiagram({ at, found: start < text.length ? excerpt(text, start) : "nothing" })
      : otherDiagram({ at, type: other[0] }),
  );
  return null;
}

function readFlowchartHeader(drawing: Drawing, at: number): DiagramKind | null {
  const { text } = drawing;
  const start = skipBlanks(text, at);
  const word = matchAt(drawing, /[A-Za-z]+/y, start)?.[0];
  const direction = word === undefined ? undefined : directions.get(word);
  if (word !== undefined && direction === undefined)
    return unexpected(drawing, start, "one of the directions TD, TB, BT, LR and RL");
  const end = skipBlanks(text, start + (word?.length ?? 0));
  if (end < text.length && !"\n;".includes(text.charAt(end)))
    return unexpected(drawing, end, "a line break or `;` after the header");
  drawing.direction = direction ?? "TB";
  drawing.at = end;
  return "flowchart";
}

/** Reports a header where a statement should stand. */
export function refuseHeader(drawing: Drawing): boolean {
  const header = matchAt(
    drawing,
    /(?:(?:graph|flowchart)(?=\s+(?:TD|TB|BT|LR|RL)\b|[^\S\n]*(?:\n|$))|stateDiagram(?:-v2)?(?=\s|$))[^\n;]*/y,
    drawing.at,
  );
  if (header === null) return false;
  const written = header[0].trimEnd();
  drawing.diagnostics.push(
    secondHeader({ at: placeOf(drawing, drawing.at, drawing.at + written.length), header: written }),
  );
  return true;
}
