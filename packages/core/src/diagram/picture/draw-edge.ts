import type { PlanEdge } from "../../plan/plan.ts";
import { between, distance, type Point, type Size } from "./geometry.ts";
import { labelLines } from "./label-lines.ts";
import type { PictureEdge } from "./plan-picture.ts";
import { textWidth } from "./text-width.ts";
import { escapeXml, short } from "./xml.ts";

/** An edge's label as it will be written, and the room that this needs. */
export interface WrittenEdge {
  readonly kind: PlanEdge["kind"];
  readonly lines: readonly string[];
  readonly size: Size;
  readonly look: "open" | "live" | "chosen" | "dead";
}

const label = { width: 150, size: 12, lines: 4, height: 15 };
const head = { length: 9, width: 4.5 };
const roundness = 14;

/** What is written at an edge. The label that a gate chose bears a mark, as a step does. */
export function writeEdge({ edge, state }: PictureEdge): WrittenEdge {
  const { kind, label: text } = edge;
  const look = state === "live" && text !== null ? "chosen" : (state ?? "open");
  const mark = look === "chosen" ? "✓ " : "";
  const lines = text === null || text.trim() === "" ? [] : labelLines(`${mark}${text}`, label);
  const size = {
    width: lines.length === 0 ? 0 : Math.max(...lines.map((line) => textWidth(line, label.size))) + 12,
    height: lines.length === 0 ? 0 : lines.length * label.height + 4,
  };
  return { kind, lines, size, look };
}

/** The line and the arrowhead of an edge along its points, ends included. */
export function drawEdge({ kind, look }: WrittenEdge, points: readonly Point[]): string {
  const tip = points.at(-1);
  const before = points.at(-2);
  if (tip === undefined || before === undefined) return "";
  const neck = between(tip, before, Math.min(1, head.length / Math.max(distance(tip, before), 1e-6)));
  return `<g class="edge ${kind} ${look}"><path d="${rounded([...points.slice(0, -1), neck])}"/>${arrowhead(tip, neck)}</g>`;
}

/** The label of an edge; it is drawn over all lines. */
export function drawEdgeLabel({ kind, look, lines, size }: WrittenEdge, at: Point): string {
  if (lines.length === 0) return "";
  const left = short(at.x - size.width / 2);
  const top = at.y - size.height / 2;
  const rows = lines.map((line, index) => {
    const baseline = top + 2 + (index + 0.5) * label.height + label.size * 0.35;
    return `<text x="${short(at.x)}" y="${short(baseline)}" font-size="12">${escapeXml(line)}</text>`;
  });
  const ground = `<rect class="ground" x="${left}" y="${short(top)}" width="${short(size.width)}" height="${short(size.height)}" rx="4"/>`;
  return `<g class="edge ${kind} ${look}">${ground}${rows.join("")}</g>`;
}

/** Straight lines with rounded corners. */
function rounded(points: readonly Point[]): string {
  return points
    .map((point, index) => {
      const before = points[index - 1];
      const after = points[index + 1];
      if (before === undefined) return `M${pair(point)}`;
      if (after === undefined) return `L${pair(point)}`;
      return `L${pair(near(point, before))}Q${pair(point)} ${pair(near(point, after))}`;
    })
    .join("");
}

function near(corner: Point, end: Point): Point {
  const length = distance(corner, end);
  return length === 0 ? corner : between(corner, end, Math.min(0.5, roundness / length));
}

function arrowhead(tip: Point, neck: Point): string {
  const length = distance(tip, neck) || 1;
  const across = { x: ((tip.y - neck.y) / length) * head.width, y: ((neck.x - tip.x) / length) * head.width };
  const corners = [tip, { x: neck.x + across.x, y: neck.y + across.y }, { x: neck.x - across.x, y: neck.y - across.y }];
  return `<polygon points="${corners.map(({ x, y }) => `${short(x)},${short(y)}`).join(" ")}"/>`;
}

function pair({ x, y }: Point): string {
  return `${short(x)} ${short(y)}`;
}
