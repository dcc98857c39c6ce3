import { nestedStates } from "../../diagnostics/catalogue.generated.ts";
import { annotate, splitAnnotations } from "./annotations.ts";
import { type Drawing, type DrawnNode, nodeOf, placeOf } from "./drawing.ts";

/** A stretch of the text. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The state of that id, made at its first mention. */
export function stateOf(drawing: Drawing, id: string, start: number): DrawnNode {
  return nodeOf(drawing, id, start, start + id.length, "state");
}

/** Gives a state one more description: the first is its label, and mermaid draws the others below it. */
export function describe(drawing: Drawing, state: DrawnNode, { start, end }: Stretch): boolean {
  const described = splitAnnotations(drawing, start, end);
  if (described === null) return false;
  const { text, annotations } = described;
  if (text !== "") state.label = state.label === state.id ? text : `${state.label}\n${text}`;
  return annotate(drawing, state, annotations);
}

/** Reports states inside a state. */
export function refuseNesting(drawing: Drawing, at: number): false {
  drawing.diagnostics.push(nestedStates({ at: placeOf(drawing, at, at + 1) }));
  return false;
}
