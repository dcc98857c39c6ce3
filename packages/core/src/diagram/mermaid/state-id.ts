import { reservedId, unsupportedId } from "../../diagnostics/catalogue.generated.ts";
import { matchAt } from "./characters.ts";
import { type Drawing, placeOf } from "./drawing.ts";
import { unexpected } from "./unexpected.ts";

/** `[*]`: the start or the end of the process. */
export const terminal = "[*]";

const plainId = /[\p{L}\p{M}\p{N}_.$!?+'@~/\\&*]+/uy;
// What mermaid's lexer takes for one id.
const wholeId = /[^:\n\s\-{]+/y;
// Words that its lexer takes for itself, in any case.
const reserved = /^(?:(?:click|href|default)\b|(?:state|note|class|classDef|style|scale|stateDiagram)$)/i;

/** Reads the id of a state, or `[*]`, at the cursor; null when refused (reported). */
export function readStateId(drawing: Drawing): string | null {
  const { text, at } = drawing;
  if (text.startsWith(terminal, at)) {
    drawing.at = at + terminal.length;
    return terminal;
  }
  const id = matchAt(drawing, plainId, at)?.[0] ?? "";
  const whole = matchAt(drawing, wholeId, at)?.[0].split("%%")[0] ?? "";
  if (whole === "") return unexpected(drawing, at, "a state");
  const end = at + id.length;
  const place = placeOf(drawing, at, at + whole.length);
  const reason =
    id !== whole
      ? "ids of states are words; other text belongs behind `:` or in quotes"
      : id === "root_start" || id === "root_end"
        ? "mermaid uses it for `[*]`"
        : text[end] === "-" && !text.startsWith("-->", end)
          ? "states have no hyphens"
          : null;
  if (reason !== null) drawing.diagnostics.push(unsupportedId({ at: place, id: whole, reason }));
  else if (reserved.test(id)) drawing.diagnostics.push(reservedId({ at: place, id }));
  else {
    drawing.at = end;
    return id;
  }
  return null;
}
