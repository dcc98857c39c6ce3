import { swallowedText } from "../../diagnostics/catalogue.generated.ts";
import { endOfLine } from "./characters.ts";
import { type Drawing, placeOf } from "./drawing.ts";

/**
 * Refuses a line with `direction LR` behind something else, be it in a label: mermaid takes the whole line for a direction
 * and drops the rest without a word.
 */
export function refuseSwallowed(drawing: Drawing, flags: "g" | "gi"): void {
  const { text } = drawing;
  for (const found of text.matchAll(new RegExp(/direction\s+(?:TB|TD|BT|RL|LR)/, flags))) {
    const lineStart = text.lastIndexOf("\n", found.index) + 1;
    if (text.slice(lineStart, found.index).trim() === "" && !found[0].includes("\n")) continue;
    const at = placeOf(drawing, lineStart, endOfLine(text, found.index + found[0].length));
    drawing.diagnostics.push(swallowedText({ at }));
    return;
  }
}
