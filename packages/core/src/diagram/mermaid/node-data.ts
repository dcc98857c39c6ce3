import { unknownShape } from "../../diagnostics/catalogue.generated.ts";
import { nearestName } from "../../text/nearest-name.ts";
import { addAnnotation, annotate, annotationKeys, knownKey, reportSlip } from "./annotations.ts";
import { type DataEntry, readDataEntries } from "./data-entries.ts";
import type { Annotation, AnnotationKey } from "./diagram.ts";
import { type Drawing, type DrawnNode, placeOf } from "./drawing.ts";
import { labelText } from "./label-text.ts";
import { shapeNamed, shapeNames } from "./shape-names.ts";

/** What mermaid itself reads in `@{ ... }`: looks, and nothing a plan needs. */
const looks = ["labelType", "icon", "form", "pos", "img", "constraint", "w", "h", "view"];

/** Reads `@{ shape: ..., label: ..., type: ... }` at the cursor into the node; false when refused (reported). */
export function readNodeData(drawing: Drawing, node: DrawnNode): boolean {
  const entries = readDataEntries(drawing);
  if (entries === null) return false;
  const annotations = new Map<AnnotationKey, Annotation>();
  for (const entry of entries) if (!readEntry(drawing, node, annotations, entry)) return false;
  return annotate(drawing, node, annotations);
}

function readEntry(
  drawing: Drawing,
  node: DrawnNode,
  annotations: Map<AnnotationKey, Annotation>,
  { key, value, start, end }: DataEntry,
): boolean {
  const known = knownKey(key);
  if (known !== null) return addAnnotation(drawing, annotations, known, { value, place: placeOf(drawing, start, end) });
  if (key === "shape") return setShape(drawing, node, value, start, end);
  if (key === "label") {
    if (value.trim() !== "") node.label = labelText(value);
    return true;
  }
  return looks.includes(key) || !reportSlip(drawing, key, start, end, [...annotationKeys, "shape", "label"]);
}

function setShape(drawing: Drawing, node: DrawnNode, name: string, start: number, end: number): boolean {
  const shape = shapeNamed(name);
  if (shape !== undefined) {
    node.shape = shape;
    return true;
  }
  const nearest = nearestName(name, shapeNames());
  const help = nearest === undefined ? {} : { help: `did you mean \`${nearest}\`?` };
  drawing.diagnostics.push(unknownShape({ at: placeOf(drawing, start, end), shape: name, ...help }));
  return false;
}
