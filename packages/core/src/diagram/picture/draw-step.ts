import type { Figure } from "./figure.ts";
import { curve } from "./figure-markup.ts";
import { boxAround, drawFigure } from "./figure-shape.ts";
import type { Box, Size } from "./geometry.ts";
import { labelLine, labelLines, plainText } from "./label-lines.ts";
import { endWords, type PictureEdge, type PictureStep } from "./plan-picture.ts";
import { textWidth } from "./text-width.ts";
import { escapeXml, short } from "./xml.ts";

/** A step as it will be written, and the box that this needs. */
export interface WrittenStep {
  readonly figure: Figure;
  readonly lines: readonly string[];
  readonly remark: readonly string[];
  readonly size: Size;
  /** Its status, or `planned`. */
  readonly look: string;
  /** What a pointer that rests on it is told. */
  readonly tip: string;
}

const label = { width: 190, size: 14, lines: 8, height: 18 };
const remark = { width: 210, size: 11, lines: 2, height: 15 };

/** What a step's box holds. */
export function writeStep({ node, figure, name, remark: said, state }: PictureStep): WrittenStep {
  const lines = labelLines(name, label);
  const remarks = said === "" ? [] : labelLines(said, remark);
  const widths = [
    ...lines.map((line) => textWidth(line, label.size)),
    ...remarks.map((line) => textWidth(line, remark.size)),
  ];
  const text = { width: Math.max(...widths, 12), height: lines.length * label.height + remarks.length * remark.height };
  const why = state?.error === undefined || state.status === "done" ? [] : [state.error.slice(0, 500)];
  return {
    figure,
    lines,
    remark: remarks,
    size: boxAround(figure, text),
    look: state?.status ?? "planned",
    tip: [`${node.id}: ${labelLine(name).slice(0, 500)}`, said, ...why].filter((part) => part !== "").join("\n"),
  };
}

/** Where an edge leads that leads to no step. */
export function writeEnd({ edge, state }: PictureEdge): WrittenStep {
  const figure = edge.exhausted === true ? "stadium" : "circle";
  const lines = [endWords(edge)];
  const text = { width: textWidth(endWords(edge), label.size), height: label.height };
  const look = state === "dead" ? "skipped" : state === null ? "planned" : "pending";
  return { figure, lines, remark: [], size: boxAround(figure, text), look, tip: endWords(edge) };
}

/** The markup of a step in the box where it was placed. */
export function drawStep({ figure, lines, remark: remarks, look, tip }: WrittenStep, box: Box): string {
  const height = lines.length * label.height + remarks.length * remark.height;
  // The lid of a cylinder takes room above its text.
  let y = box.y - height / 2 + (figure === "cylinder" ? curve : 0);
  const written = (line: string, row: { readonly size: number; readonly height: number }, attributes: string) => {
    y += row.height;
    const baseline = y - row.height / 2 + row.size * 0.35;
    return line === "" ? "" : `<text x="${short(box.x)}" y="${short(baseline)}"${attributes}>${escapeXml(line)}</text>`;
  };
  return [
    `<g class="${look}"><title>${escapeXml(plainText(tip))}</title>`,
    drawFigure(figure, box),
    ...lines.map((line) => written(line, label, ' font-size="14"')),
    ...remarks.map((line) => written(line, remark, ' class="remark"')),
    "</g>",
  ].join("");
}
