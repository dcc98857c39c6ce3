import { unexpectedText } from "../../diagnostics/catalogue.generated.ts";
import { excerpt } from "./characters.ts";
import { type Drawing, placeOf } from "./drawing.ts";

/** Reports what stands at `at` instead of what the grammar has there. */
export function unexpected(drawing: Drawing, at: number, expected: string): null {
  const found = excerpt(drawing.text, at);
  const length = found.startsWith("`") ? found.length - 2 : 1;
  const end = Math.min(drawing.text.length, at + length);
  drawing.diagnostics.push(unexpectedText({ at: placeOf(drawing, at, end), expected, found }));
  return null;
}
