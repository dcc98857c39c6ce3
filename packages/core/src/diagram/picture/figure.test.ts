import { expect, it } from "vitest";
import { shapeNamed, shapeNames } from "../mermaid/shape-names.ts";
import { type Figure, figureOf } from "./figure.ts";
import { borderOf, boxAround, drawFigure } from "./figure-shape.ts";
import { leaves } from "./geometry.ts";

const prompt = (shape: string) => figureOf({ shape, type: "prompt" });

it.each([
  ["square", "rectangle"],
  ["round", "round"],
  ["stadium", "stadium"],
  ["subroutine", "subroutine"],
  ["cylinder", "cylinder"],
  ["datastore", "cylinder"],
  ["circle", "circle"],
  ["doublecircle", "double-circle"],
  ["ellipse", "ellipse"],
  ["diamond", "diamond"],
  ["choice", "diamond"],
  ["hexagon", "hexagon"],
  ["lean_right", "lean-right"],
  ["lean_left", "lean-left"],
  ["trapezoid", "trapezoid"],
  ["inv_trapezoid", "inverted-trapezoid"],
  ["odd", "flag"],
  ["fork", "bar"],
  ["state", "round"],
  ["cloud", "rectangle"],
  ["person", "rectangle"],
])("the shape %s is drawn as a %s", (shape, figure) => {
  expect(prompt(shape)).toBe(figure);
});

it("a gate without a shape of its own is a diamond", () => {
  expect(["square", "state", "hexagon"].map((shape) => figureOf({ shape, type: "gate" }))).toEqual([
    "diamond",
    "diamond",
    "hexagon",
  ]);
});

const figures = new Set([...shapeNames().map((name) => prompt(shapeNamed(name) ?? name)), prompt("doublecircle")]);

it.each([...figures])("a %s is as large as its text and is left at its border", (figure: Figure) => {
  const text = { width: 120, height: 33 };
  const size = boxAround(figure, text);
  expect(size.width).toBeGreaterThan(text.width);
  expect(size.height).toBeGreaterThan(text.height);
  const box = { x: 200, y: 100, ...size };
  expect(drawFigure(figure, box)).toMatch(/^<(?:rect|polygon|path|ellipse) class="shape"/);
  const down = leaves(borderOf(figure, box), box, { x: 200, y: 1000 });
  expect(down.x).toBeCloseTo(200);
  expect(down.y).toBeCloseTo(100 + size.height / 2);
});

it.each([
  ["above", { x: 0, y: -50 }, { x: 0, y: -10 }],
  ["right", { x: 50, y: 0 }, { x: 20, y: 0 }],
  ["between two corners", { x: 20, y: 20 }, { x: 20 / 3, y: 20 / 3 }],
])("a line to a point %s leaves a diamond on its side", (_where, towards, expected) => {
  const border = borderOf("diamond", { x: 0, y: 0, width: 40, height: 20 });
  const { x, y } = leaves(border, { x: 0, y: 0 }, towards);
  expect([x, y]).toEqual([expect.closeTo(expected.x), expect.closeTo(expected.y)]);
});
