import { drawEdge, drawEdgeLabel } from "./draw-edge.ts";
import { drawStep } from "./draw-step.ts";
import type { Box } from "./geometry.ts";
import { labelLines } from "./label-lines.ts";
import type { PlacedPicture } from "./place-picture.ts";
import { textWidth } from "./text-width.ts";
import { styleSheet } from "./theme.ts";
import { escapeXml, short } from "./xml.ts";

export interface Captions {
  /** Begins the ids of the picture, which a page may hold beside others. */
  readonly id: string;
  readonly heading: string;
  /** For those who hear the picture. */
  readonly description: string;
}

const margin = 16;
const headingSize = 15;
const titleSize = 12;
const headingRoom = { width: 900, size: headingSize, lines: 1 };

/** The SVG document of a placed picture: one file without scripts, references or anything that has to be fetched. */
export function drawPicture({ size, steps, edges, groups }: PlacedPicture, captions: Captions): string {
  const [heading = ""] = labelLines(captions.heading, headingRoom);
  const width = Math.ceil(Math.max(size.width, textWidth(heading, headingSize) + 40) + 2 * margin);
  const top = margin + 26;
  const height = Math.ceil(size.height + top + margin);
  const { id, description } = captions;
  return `<svg xmlns="http://www.w3.org/2000/svg" class="aml-plan" role="img" aria-labelledby="${id}-title ${id}-desc" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title id="${id}-title">${escapeXml(heading)}</title>
<desc id="${id}-desc">${escapeXml(description)}</desc>
<style>
${styleSheet()}
</style>
<rect class="ground" width="100%" height="100%"/>
<text class="heading" x="${margin + 20}" y="${margin + headingSize}" font-size="${headingSize}">${escapeXml(heading)}</text>
<g transform="translate(${margin} ${top})">
${lines([
  // An inner frame stands on the outer one.
  ...groups
    .map(({ box }) => raised(box))
    .sort((one, other) => areaOf(other) - areaOf(one))
    .map(drawGroup),
  ...edges.map(({ written, points }) => drawEdge(written, points)),
  ...steps.map(({ written, box }) => drawStep(written, box)),
  ...edges.map(({ written, label }) => drawEdgeLabel(written, label)),
  ...groups.map(({ title, box }) => drawGroupTitle(title, raised(box))),
])}
</g>
</svg>
`;
}

// The layout leaves no room for a title: it stands on the upper side of the frame, which is moved up for it.
function raised(box: Box): Box {
  return { ...box, y: box.y - titleSize / 2, height: box.height + titleSize };
}

function areaOf({ width, height }: Box): number {
  return width * height;
}

function drawGroup({ x, y, width, height }: Box): string {
  const frame = `x="${short(x - width / 2)}" y="${short(y - height / 2)}" width="${short(width)}" height="${short(height)}"`;
  return `<g class="group"><rect class="frame" ${frame} rx="6"/></g>`;
}

function drawGroupTitle(title: string, { x, y, width, height }: Box): string {
  const [line = ""] = labelLines(title, { width: Math.max(width - 32, 40), size: titleSize, lines: 1 });
  if (line === "") return "";
  const written = textWidth(line, titleSize) + 12;
  const [left, top] = [x - width / 2 + 10, y - height / 2];
  const ground = `<rect x="${short(left)}" y="${short(top - 9)}" width="${short(written)}" height="18" rx="9"/>`;
  return `<g class="group">${ground}<text x="${short(left + written / 2)}" y="${short(top + 4)}" font-size="${titleSize}">${escapeXml(line)}</text></g>`;
}

function lines(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n");
}
