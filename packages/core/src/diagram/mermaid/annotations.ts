import { invalidValue, repeatedAnnotation, unknownAnnotation } from "../../diagnostics/catalogue.generated.ts";
import { nearestName } from "../../text/nearest-name.ts";
import { settings } from "../settings.ts";
import type { Annotation, AnnotationKey } from "./diagram.ts";
import { type Drawing, type DrawnNode, placeOf } from "./drawing.ts";
import { labelText } from "./label-text.ts";

export const annotationKeys: readonly AnnotationKey[] = [
  "type",
  "run",
  "model",
  "max_iter",
  "on_exhaust",
  "retries",
  "timeout",
];

export type Annotations = ReadonlyMap<AnnotationKey, Annotation>;

/** A label taken apart: what is shown, and the settings at its end. */
export interface AnnotatedText {
  readonly text: string;
  readonly annotations: Annotations;
  /** Offset of the first annotation's `|`, or the end of the text when there is none. */
  readonly textEnd: number;
}

/** Takes the trailing `|key=value` with known keys off a label; any other `|` is text (diagram.md 2). Null when refused. */
export function splitAnnotations(drawing: Drawing, start: number, end: number): AnnotatedText | null {
  const written = writtenSettings(drawing, start, end);
  if (written === null) return null;
  const annotations = new Map<AnnotationKey, Annotation>();
  for (const { key, value, place } of written.settings)
    if (!addAnnotation(drawing, annotations, key, { value, place })) return null;
  return { text: labelText(drawing.text.slice(start, written.textEnd)), annotations, textEnd: written.textEnd };
}

interface WrittenSettings {
  readonly settings: readonly (Annotation & { readonly key: AnnotationKey })[];
  readonly textEnd: number;
}

// Looked for from the end, since only there they are settings.
function writtenSettings(drawing: Drawing, start: number, end: number): WrittenSettings | null {
  const settings: (Annotation & { readonly key: AnnotationKey })[] = [];
  let textEnd = end;
  for (let bar = lastBar(drawing, start, textEnd); bar !== -1; bar = lastBar(drawing, start, textEnd)) {
    const written = drawing.text.slice(bar + 1, textEnd);
    const [opening, name] = /^\s*([A-Za-z][\w-]*)\s*=/.exec(written) ?? [];
    if (opening === undefined || name === undefined) break;
    const key = knownKey(name);
    if (key === null) {
      if (reportSlip(drawing, name, bar + 1, textEnd)) return null;
      break;
    }
    settings.push({ key, value: written.slice(opening.length).trim(), place: placeOf(drawing, bar + 1, textEnd) });
    textEnd = bar;
  }
  return { settings: settings.reverse(), textEnd };
}

/** Adds one setting, if its value is one the key can take and it is not there already (reported otherwise). */
export function addAnnotation(
  drawing: Drawing,
  annotations: Map<AnnotationKey, Annotation>,
  key: AnnotationKey,
  annotation: Annotation,
): boolean {
  const { value, place: at } = annotation;
  const earlier = annotations.get(key);
  if (earlier !== undefined) {
    const related = [{ at: earlier.place, message: "it is also set here" }];
    drawing.diagnostics.push(repeatedAnnotation({ at, key, related }));
    return false;
  }
  const expected = settings[key].expected(value);
  if (expected !== null) drawing.diagnostics.push(invalidValue({ at, attribute: key, value, expected }));
  else annotations.set(key, annotation);
  return expected === null;
}

/** Gives a node the settings of one mention; two mentions may not disagree, since neither is the obvious winner. */
export function annotate(drawing: Drawing, node: DrawnNode, annotations: Annotations): boolean {
  for (const [key, annotation] of annotations) {
    if (node.annotations.get(key)?.value === annotation.value) continue;
    if (!addAnnotation(drawing, node.annotations, key, annotation)) return false;
  }
  return true;
}

export function knownKey(name: string): AnnotationKey | null {
  return annotationKeys.find((key) => key === name) ?? null;
}

/** Refuses a key that is most likely a slip of a known one: taken as text, it would change what runs. */
export function reportSlip(
  drawing: Drawing,
  name: string,
  start: number,
  end: number,
  keys: readonly string[] = annotationKeys,
): boolean {
  const nearest = nearestName(name, keys);
  if (nearest === undefined) return false;
  drawing.diagnostics.push(unknownAnnotation({ at: placeOf(drawing, start, end), key: name, nearest }));
  return true;
}

function lastBar(drawing: Drawing, start: number, end: number): number {
  const bar = drawing.text.slice(start, end).lastIndexOf("|");
  return bar === -1 ? -1 : start + bar;
}
