import { describe, expect, it } from "vitest";
import { dark, light, type Theme } from "./theme.ts";

/** WCAG 2.2: relative luminance, and the contrast of two colours. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

it("black on white has a contrast of 21", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
});

describe.each<readonly [string, Theme]>([
  ["light", light],
  ["dark", dark],
])("in the %s theme", (_name, theme) => {
  const paints = Object.entries({ ...theme.steps, group: theme.group });

  it.each(paints)("what is written on %s can be read, and its border seen", (_status, { fill, stroke, text }) => {
    expect(contrast(text, fill)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(stroke, fill)).toBeGreaterThanOrEqual(3);
    expect(contrast(stroke, theme.ground)).toBeGreaterThanOrEqual(3);
  });

  it("edges and labels stand out from the ground and from a group", () => {
    for (const ground of [theme.ground, theme.group.fill]) {
      expect(contrast(theme.text, ground)).toBeGreaterThanOrEqual(4.5);
      for (const line of [theme.edge, theme.faint]) expect(contrast(line, ground)).toBeGreaterThanOrEqual(3);
    }
  });
});
