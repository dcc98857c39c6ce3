import { suppressionAt } from "../1-parse/suppressions.ts";
import type { Suppression } from "../diagnostics/suppress.ts";
import { type Excerpt, placeIn } from "./excerpt.ts";

const form = /%%[ \t]*aml-ignore(?![\w-])([^:\n]*)(?::(.*))?$/gm;

/** The `%% aml-ignore CODE: reason` lines of a diagram: an HTML comment would break it for mermaid (language.md 8). */
export function diagramSuppressions(diagram: Excerpt): Suppression[] {
  return [...diagram.text.matchAll(form)].flatMap(({ 0: comment, 1: listed = "", 2: reason = "", index }) => {
    const line = diagram.text.lastIndexOf("\n", index - 1) + 1;
    if (diagram.text.slice(line, index).trim() !== "") return [];
    return [suppressionAt(placeIn(diagram, index, index + comment.length), listed, reason)];
  });
}
