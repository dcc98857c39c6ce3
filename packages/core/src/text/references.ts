/** A place in a text that stands for a value (diagram.md 3, values). Offsets are UTF-16, `end` exclusive. */
export type Reference = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
} & (
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "step"; readonly step: string }
  /** Begins as a reference to a step and is none. */
  | { readonly kind: "malformed" }
);

const reference =
  /\{(?:steps(?:\.(?<id>[^\s{}."[\]]+)|\["(?<quoted>[^"{}\n]+)"\])\.output|(?<bad>steps[.[][^{}\n]*)|(?<name>[^\s{}"'`:;,()[\]]+))\}/gu;

/** Every `{name}`, `{steps.ID.output}` and `{steps["a.b"].output}` of a text, in order; what it names is not looked up. */
export function findReferences(text: string): Reference[] {
  return [...text.matchAll(reference)].map((match) => referenceOf(match));
}

function referenceOf({ 0: text, index, groups = {} }: RegExpExecArray): Reference {
  const at = { text, start: index, end: index + text.length };
  const step = groups.id ?? groups.quoted;
  if (step !== undefined) return { ...at, kind: "step", step };
  if (groups.name !== undefined) return { ...at, kind: "name", name: groups.name };
  return { ...at, kind: "malformed" };
}
