import { swallowedText } from "../../diagnostics/catalogue.generated.ts";
import { endOfLine } from "./characters.ts";
import { type Drawing, placeOf } from "./drawing.ts";
import { unexpected } from "./unexpected.ts";

/** Refuses what mermaid passes over without a word: a plan without it would be another than its author wrote. */
export function refuseSwallowed(drawing: Drawing, flags: "g" | "gi"): void {
  refuseDirections(drawing, new RegExp(/direction\s+(?:TB|TD|BT|RL|LR)/, flags));
  refuseSemicolons(drawing);
}

// A line with `direction LR` behind something else, be it in a label, is a direction to mermaid, and nothing else.
function refuseDirections(drawing: Drawing, direction: RegExp): void {
  const { text } = drawing;
  for (const found of text.matchAll(direction)) {
    const lineStart = text.lastIndexOf("\n", found.index) + 1;
    if (text.slice(lineStart, found.index).trim() === "" && !found[0].includes("\n")) continue;
    const at = placeOf(drawing, lineStart, endOfLine(text, found.index + found[0].length));
    drawing.diagnostics.push(swallowedText({ at }));
    return;
  }
}

// mermaid takes off the last semicolon of a line with a style and a colour, and so joins what it was to part.
function refuseSemicolons(drawing: Drawing): void {
  for (const { index, 0: line } of drawing.text.matchAll(/(?:style|classDef).*/g)) {
    const semicolon = line.lastIndexOf(";");
    if (line.slice(semicolon + 1).trim() === "") continue;
    const words = line.slice(0, Math.max(0, semicolon)).split(/\s+/);
    if (!words.some((word) => word.includes(":") && word.lastIndexOf("#") > word.indexOf(":"))) continue;
    unexpected(drawing, index + semicolon, "a line break behind a style with a colour");
    return;
  }
}
