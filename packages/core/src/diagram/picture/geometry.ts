export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle by its centre, as the layout places it. */
export interface Box extends Point, Size {}

/** Where the line from the centre of a polygon around it to a point outside leaves the polygon. */
export function leaves(polygon: readonly Point[], centre: Point, towards: Point): Point {
  let farthest = 0;
  for (const [index, start] of polygon.entries()) {
    const end = polygon[(index + 1) % polygon.length] ?? start;
    const share = crossing(centre, towards, start, end);
    if (share !== null && share > farthest) farthest = share;
  }
  return between(centre, towards, farthest);
}

/** The point at a share of the way. */
export function between(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

export function distance(one: Point, other: Point): number {
  return Math.hypot(other.x - one.x, other.y - one.y);
}

/** How far along the ray from `from` through `to` it meets a side; null when it does not. */
function crossing(from: Point, to: Point, start: Point, end: Point): number | null {
  const ray = { x: to.x - from.x, y: to.y - from.y };
  const side = { x: end.x - start.x, y: end.y - start.y };
  const cross = ray.x * side.y - ray.y * side.x;
  if (Math.abs(cross) < 1e-9) return null;
  const offset = { x: start.x - from.x, y: start.y - from.y };
  const alongRay = (offset.x * side.y - offset.y * side.x) / cross;
  const alongSide = (offset.x * ray.y - offset.y * ray.x) / cross;
  return alongRay >= 0 && alongSide >= -1e-9 && alongSide <= 1 + 1e-9 ? alongRay : null;
}
