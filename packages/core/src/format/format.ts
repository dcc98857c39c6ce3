import { parse } from "../1-parse/parse.ts";
import { applyEdits } from "./edit.ts";
import { elementEdits } from "./element-edits.ts";
import { indentations } from "./indentation.ts";
import { rootEdits } from "./root-edits.ts";
import { hasSameMeaning } from "./same-meaning.ts";

/**
 * A document with its tags written in one way (docs/formatting.md). Nothing but tags changes, and the indentation of the tags of
 * definitions: prose, code, comments, values, malformed elements and line endings stay. Formatting twice is formatting once.
 *
 * @example format("<tool  deny='bash' name='grep' />") // '<tool name="grep" deny="bash" />'
 */
export function format(text: string): string {
  const parsed = parse(text);
  const { document } = parsed;
  const moves = indentations(document);
  const edits = document.elements.flatMap((element) => elementEdits(document, element, moves[element.index]));
  const formatted = applyEdits(text, [...rootEdits(document), ...edits]);
  return formatted === text || hasSameMeaning(parsed, parse(formatted)) ? formatted : text;
}
