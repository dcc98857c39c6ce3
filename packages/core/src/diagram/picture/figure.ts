import type { PlanNode } from "../../plan/plan.ts";

/** The outlines that steps are drawn with. */
export type Figure =
  | "rectangle"
  | "round"
  | "stadium"
  | "subroutine"
  | "cylinder"
  | "circle"
  | "double-circle"
  | "ellipse"
  | "diamond"
  | "hexagon"
  | "lean-right"
  | "lean-left"
  | "trapezoid"
  | "inverted-trapezoid"
  | "flag"
  | "bar";

const figures: ReadonlyMap<string, Figure> = new Map(
  Object.entries({
    round: "round",
    state: "round",
    stadium: "stadium",
    subroutine: "subroutine",
    cylinder: "cylinder",
    datastore: "cylinder",
    "h-cyl": "cylinder",
    "lin-cyl": "cylinder",
    circle: "circle",
    start: "circle",
    "f-circ": "circle",
    "cross-circ": "circle",
    doublecircle: "double-circle",
    stop: "double-circle",
    ellipse: "ellipse",
    diamond: "diamond",
    choice: "diamond",
    hexagon: "hexagon",
    lean_right: "lean-right",
    lean_left: "lean-left",
    trapezoid: "trapezoid",
    inv_trapezoid: "inverted-trapezoid",
    odd: "flag",
    fork: "bar",
    join: "bar",
  } as const),
);

/** What a step is drawn as: mermaid's shape where one of these is like it, a rectangle for the rest; a gate stands out. */
export function figureOf({ shape, type }: Pick<PlanNode, "shape" | "type">): Figure {
  const figure = figures.get(shape) ?? "rectangle";
  return type === "gate" && (figure === "rectangle" || figure === "round") ? "diamond" : figure;
}
