import { isRecognised } from "./element-kind.ts";
import { giveRest, giveToPlaceholder, isTaken, takeBack } from "./placeholders.ts";
import { isProse, roleOfProseClose } from "./prose.ts";
import type { Reading } from "./reading.ts";
import { reportStray, reportUnclosed } from "./report.ts";
import type { CloseTag } from "./scan.ts";
import { bitOf, type Name } from "./tag-names.ts";
import { addText, closeElement } from "./tree.ts";

/** Decides what a close tag ends (language.md 2, recovery), and gives whether to read on: not behind the end of the root. */
export function meetCloseTag(reading: Reading, name: Name, start: number, end: number): boolean {
  const { source, tree, placeholders, prose, diagnostics } = reading;
  const { top } = tree;
  const isOpen = (top.openNames & bitOf[name]) !== 0;
  if (top.name !== null && isProse(top.kind)) {
    if (roleOfProseClose(prose, source.text, top.name, name, end, isOpen) === "text") return true;
  } else if (placeholders.met.size > 0 && isTaken(placeholders, name, top)) return true;
  if (isOpen) return endNearest(reading, { name, start, end });
  if (!giveToPlaceholder(placeholders, name) && isRecognised(name, top)) {
    diagnostics.push(reportStray(source, { name, start, end }));
  }
  return true;
}

/** Ends the innermost element of that name; what is still open inside it was never closed. */
function endNearest(reading: Reading, close: CloseTag): boolean {
  const { source, tree, placeholders } = reading;
  while (tree.top.name !== close.name) endUnclosed(reading, close, close.start);
  if (tree.top.around !== null) {
    closeElement(tree, close.start, close.end);
    return true;
  }
  addText(tree, close.start);
  reading.rootEnd = close;
  giveRest(placeholders, source.text, close);
  return false;
}

function endUnclosed(reading: Reading, close: CloseTag | null, at: number): void {
  const { source, tree, placeholders, diagnostics } = reading;
  const { element } = tree.top;
  if (element === null) return;
  element.malformed = true;
  diagnostics.push(reportUnclosed(source, { name: element.tag, start: element.start, end: element.bodyStart }, close));
  takeBack(placeholders, element.start);
  closeElement(tree, at, at);
}

/** Ends what the end of the text leaves open, the root included. */
export function endAll(reading: Reading): void {
  const { source, root, tree, diagnostics } = reading;
  const end = source.text.length;
  while (tree.top.around !== null) endUnclosed(reading, null, end);
  addText(tree, end);
  if (root !== null) diagnostics.push(reportUnclosed(source, { name: "aml", start: root.start, end: root.end }, null));
}
