import { swallowedText } from "../../diagnostics/catalogue.generated.ts";
import { endOfLine, matchAt, skipBlanks, skipSpace } from "./characters.ts";
import { type Drawing, placeOf } from "./drawing.ts";
import { directionNamed } from "./header.ts";
import { unexpected } from "./unexpected.ts";

const looks = /(style|linkStyle|classDef|class|click)[^\S\n]/y;
const description = /accDescr\s*\{/iy;
const titleOrDescription = /(?:accTitle|accDescr)\s*:/iy;
const direction = /direction\s+(TB|TD|BT|RL|LR)/iy;
// Up to the end of the statement; a semicolon in quotes is text.
const rest = /(?:[^\n;"]|"[^"\n]*"?)*/y;

/** Passes over a statement that only changes looks (diagram.md 2); undefined when something else stands at the cursor. */
export function readLook(drawing: Drawing): boolean | undefined {
  const [whole, keyword] = matchAt(drawing, looks, drawing.at) ?? [];
  if (whole === undefined || keyword === undefined) return undefined;
  const start = drawing.at;
  const end = start + (matchAt(drawing, rest, start)?.[0].length ?? 0);
  if (keyword === "style") {
    const id = matchAt(drawing, /\S+/y, skipBlanks(drawing.text, start + whole.length));
    if (id !== null && id.index < end) mention(drawing, id.index, id.index + id[0].length);
  }
  // mermaid takes `;color:red` after a style for a node of that name.
  const next = skipBlanks(drawing.text, end + 1);
  if (drawing.text[end] === ";" && keyword !== "click" && matchAt(drawing, /[a-z-]+:(?!::)/y, next) !== null)
    return unexpected(drawing, end, "a comma between styles") !== null;
  drawing.at = end;
  return true;
}

/** Notes that an id is named where only the look of something drawn elsewhere is described. */
export function mention(drawing: Drawing, start: number, end: number): void {
  drawing.mentioned.push({ id: drawing.text.slice(start, end), place: placeOf(drawing, start, end) });
}

/** Reads a title, a description for screen readers, or a direction; undefined when something else stands at the cursor. */
export function readMeta(drawing: Drawing): boolean | undefined {
  const written = matchAt(drawing, description, drawing.at);
  if (written !== null) return readDescription(drawing, written[0].length);
  const titled = matchAt(drawing, titleOrDescription, drawing.at);
  if (titled !== null) return readTitle(drawing, titled[0].length);
  const turned = matchAt(drawing, direction, drawing.at);
  return turned === null ? undefined : readDirection(drawing, turned[0].length, turned[1] ?? "");
}

function readDescription(drawing: Drawing, length: number): boolean {
  const end = drawing.text.indexOf("}", drawing.at + length);
  if (end === -1) return unexpected(drawing, drawing.at + length - 1, "`}` after the description") !== null;
  drawing.at = end + 1;
  return true;
}

function readTitle(drawing: Drawing, length: number): boolean {
  const start = drawing.at + length;
  // mermaid looks for the title on the next line then, and takes that statement for it.
  if (skipSpace(drawing.text, start) !== skipBlanks(drawing.text, start))
    return unexpected(drawing, start, "a text on the same line") !== null;
  drawing.at = endOfLine(drawing.text, start);
  return true;
}

// mermaid drops whatever else stands on the line.
function readDirection(drawing: Drawing, length: number, name: string): boolean {
  const start = drawing.at + length;
  const end = endOfLine(drawing.text, start);
  if (/[^\s;]/.test(drawing.text.slice(start, end))) {
    drawing.diagnostics.push(swallowedText({ at: placeOf(drawing, start, end) }));
    return false;
  }
  // Inside a subgraph it turns only that.
  if (drawing.openGroups.length === 0) drawing.direction = directionNamed(name) ?? drawing.direction;
  drawing.at = end;
  return true;
}
