import type { Figure } from "./figure.ts";
import {
  curve,
  cylinderMarkup,
  ellipseMarkup,
  polygonMarkup,
  rectMarkup,
  thickLine,
  verticalLine,
} from "./figure-markup.ts";
import type { Box, Point, Size } from "./geometry.ts";

interface Shape {
  /** The box that holds a text of a size. */
  around(text: Size): Size;
  /** What an edge ends at. */
  border(box: Box): readonly Point[];
  /** Markup; of the class `shape` what is filled, of `mark` what is only drawn. */
  drawn(box: Box): string;
}

const padding = { x: 14, y: 9 };
/** How far slanted sides lean. */
const slant = 16;

function polygonal(around: Shape["around"], border: Shape["border"]): Shape {
  return { around, border, drawn: (box) => polygonMarkup(border(box)) };
}

const rectangle = rectangular(0);

const shapes: Readonly<Record<Figure, Shape>> = {
  rectangle,
  round: rectangular(9),
  stadium: {
    around: ({ width, height }) => ({
      width: width + padding.x + height / 2 + padding.y,
      height: height + 2 * padding.y,
    }),
    border: corners,
    drawn: (box) => rectMarkup(box, box.height / 2),
  },
  subroutine: {
    around: ({ width, height }) => ({ width: width + 2 * padding.x + 16, height: height + 2 * padding.y }),
    border: corners,
    drawn: (box) =>
      `${rectMarkup(box, 0)}${[-1, 1].map((side) => verticalLine(box, (side * box.width) / 2 - side * 8)).join("")}`,
  },
  cylinder: {
    around: ({ width, height }) => ({ width: width + 2 * padding.x, height: height + 2 * padding.y + 3 * curve }),
    border: corners,
    drawn: cylinderMarkup,
  },
  circle: { around: round, border: (box) => ellipse(box, 0), drawn: (box) => ellipseMarkup(box, 0, "shape") },
  "double-circle": {
    around: (text) => {
      const { width, height } = round(text);
      return { width: width + 10, height: height + 10 };
    },
    border: (box) => ellipse(box, 0),
    drawn: (box) => `${ellipseMarkup(box, 0, "shape")}${ellipseMarkup(box, 5, "mark")}`,
  },
  ellipse: {
    around: ({ width, height }) => ({ width: width * 1.3 + 2 * padding.x, height: height * 1.3 + 2 * padding.y }),
    border: (box) => ellipse(box, 0),
    drawn: (box) => ellipseMarkup(box, 0, "shape"),
  },
  // The text's corners touch the sides when the shares of its width and height come to one.
  diamond: polygonal(
    ({ width, height }) => ({ width: width + 2 * height + 12, height: height + width / 2 + 6 }),
    (box) =>
      points(
        box,
        [
          [0, -1],
          [1, 0],
          [0, 1],
          [-1, 0],
        ],
        0,
      ),
  ),
  hexagon: polygonal(leaning(2), (box) =>
    points(box, [
      [-1, -1, 1],
      [1, -1, -1],
      [1, 0],
      [1, 1, -1],
      [-1, 1, 1],
      [-1, 0],
    ]),
  ),
  "lean-right": polygonal(leaning(2), (box) =>
    points(box, [
      [-1, -1, 1],
      [1, -1],
      [1, 1, -1],
      [-1, 1],
    ]),
  ),
  "lean-left": polygonal(leaning(2), (box) =>
    points(box, [
      [-1, -1],
      [1, -1, -1],
      [1, 1],
      [-1, 1, 1],
    ]),
  ),
  trapezoid: polygonal(leaning(2), (box) =>
    points(box, [
      [-1, -1, 1],
      [1, -1, -1],
      [1, 1],
      [-1, 1],
    ]),
  ),
  "inverted-trapezoid": polygonal(leaning(2), (box) =>
    points(box, [
      [-1, -1],
      [1, -1],
      [1, 1, -1],
      [-1, 1, 1],
    ]),
  ),
  flag: {
    around: leaning(1),
    border: corners,
    drawn: (box) =>
      polygonMarkup(
        points(box, [
          [-1, -1],
          [1, -1],
          [1, 1],
          [-1, 1],
          [-1, 0, 1],
        ]),
      ),
  },
  bar: {
    around: ({ width, height }) => ({ width: Math.max(width + 2 * padding.x, 120), height: height + 2 * padding.y }),
    border: corners,
    drawn: (box) => `${rectMarkup(box, 0)}${[-1, 1].map((side) => thickLine(box, side)).join("")}`,
  },
};

/** The box of a figure around a text. */
export function boxAround(figure: Figure, text: Size): Size {
  return shapes[figure].around(text);
}

/** The polygon that edges of a figure in this box end at. */
export function borderOf(figure: Figure, box: Box): readonly Point[] {
  return shapes[figure].border(box);
}

/** The markup of a figure in this box. */
export function drawFigure(figure: Figure, box: Box): string {
  return shapes[figure].drawn(box);
}

function rectangular(radius: number): Shape {
  return {
    around: ({ width, height }) => ({ width: width + 2 * padding.x, height: height + 2 * padding.y }),
    border: corners,
    drawn: (box) => rectMarkup(box, radius),
  };
}

function leaning(sides: number): Shape["around"] {
  return ({ width, height }) => ({ width: width + 2 * padding.x + sides * slant, height: height + 2 * padding.y });
}

function round({ width, height }: Size): Size {
  const diameter = Math.hypot(width, height) + 12;
  return { width: diameter, height: diameter };
}

function corners(box: Box): readonly Point[] {
  return points(box, [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ]);
}

/** Points by the side of the box that they are on, some moved to the right by so many slants. */
function points(
  { x, y, width, height }: Box,
  places: readonly (readonly [across: number, down: number, slants?: number])[],
  lean = slant,
): readonly Point[] {
  return places.map(([across, down, slants = 0]) => {
    return { x: x + (across * width) / 2 + slants * lean, y: y + (down * height) / 2 };
  });
}

function ellipse({ x, y, width, height }: Box, inset: number): readonly Point[] {
  return Array.from({ length: 32 }, (_, index) => {
    const angle = (index * Math.PI) / 16;
    return { x: x + (width / 2 - inset) * Math.cos(angle), y: y + (height / 2 - inset) * Math.sin(angle) };
  });
}
