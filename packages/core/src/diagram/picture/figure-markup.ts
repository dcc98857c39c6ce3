import type { Box, Point } from "./geometry.ts";
import { short } from "./xml.ts";

/** How high the lid of a cylinder is, and its text moves down. */
export const curve = 7;

/** A filled polygon. */
export function polygonMarkup(corner: readonly Point[]): string {
  return `<polygon class="shape" points="${corner.map(({ x, y }) => `${short(x)},${short(y)}`).join(" ")}"/>`;
}

/** A filled rectangle, with its corners rounded. */
export function rectMarkup({ x, y, width, height }: Box, radius: number): string {
  const rounded = radius === 0 ? "" : ` rx="${short(radius)}"`;
  return `<rect class="shape" x="${short(x - width / 2)}" y="${short(y - height / 2)}" width="${short(width)}" height="${short(height)}"${rounded}/>`;
}

/** An ellipse as far inside its box, of the class `shape` or `mark`. */
export function ellipseMarkup({ x, y, width, height }: Box, inset: number, name: string): string {
  return `<ellipse class="${name}" cx="${short(x)}" cy="${short(y)}" rx="${short(width / 2 - inset)}" ry="${short(height / 2 - inset)}"/>`;
}

/** A line down a box, so far from its centre. */
export function verticalLine({ x, y, height }: Box, across: number): string {
  return `<path class="mark" d="M${short(x + across)} ${short(y - height / 2)}v${short(height)}"/>`;
}

/** A thick line along the upper side of a box (-1) or the lower one (1). */
export function thickLine({ x, y, width, height }: Box, side: number): string {
  return `<path class="mark thick" d="M${short(x - width / 2)} ${short(y + (side * height) / 2)}h${short(width)}"/>`;
}

/** A cylinder; its lid is `curve` high on both sides of its rim. */
export function cylinderMarkup({ x, y, width, height }: Box): string {
  const [left, top, half] = [short(x - width / 2), short(y - height / 2 + curve), short(width / 2)];
  const side = short(height - 2 * curve);
  const lid = `a${half} ${curve} 0 0 0 ${short(width)} 0`;
  const body = `<path class="shape" d="M${left} ${top}v${side}${lid}v-${side}a${half} ${curve} 0 0 0 -${short(width)} 0z"/>`;
  return `${body}<path class="mark" d="M${left} ${top}${lid}"/>`;
}
