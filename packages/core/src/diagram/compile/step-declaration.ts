import type { Place } from "../../text/source-file.ts";
import type { Excerpt } from "../excerpt.ts";
import type { SettingName } from "../settings.ts";

/** A value with the place it is written at. */
export interface WrittenValue {
  readonly value: string;
  readonly place: Place;
}

/** A `<step>` beside a diagram, or a `<node>` of an implementation (diagram.md 3): what it says, as plain data. */
export interface StepDeclaration {
  /** A `<step>` names an id, a `<node>` an id or a label. */
  readonly kind: "step" | "node";
  readonly node: string;
  readonly settings: ReadonlyMap<SettingName, WrittenValue>;
  /** What the step is told to do: the body as text. */
  readonly brief: string;
  /** The body as it is written, for the blocks in it. */
  readonly body: Excerpt;
  /** The opening tag. */
  readonly place: Place;
}
