import { findReferences, type Reference } from "../text/references.ts";
import { refuse } from "./tool-error.ts";

/** What a step came to, as later steps may refer to it. */
export interface StepValue {
  readonly text: string;
  readonly json?: unknown;
  /** It was skipped: its output is empty. */
  readonly skipped?: boolean;
}

export interface ReferenceValues {
  readonly params: Readonly<Record<string, string>>;
  /** By step id; a loop's id without an iteration means its last finished pass. */
  readonly outputs: Readonly<Record<string, StepValue>>;
  readonly iter?: number;
  readonly maxIter?: number;
}

export interface Resolved {
  readonly value: string | number;
  readonly warning?: string;
}

/** What a reference stands for; null for a word that names nothing. Refuses a step that there is not (diagram.md 3). */
export function resolveReference(reference: Reference, values: ReferenceValues): Resolved | null {
  switch (reference.kind) {
    case "malformed":
      return refuse(
        `${reference.text} is no reference: write {steps.ID.output}, or {steps["ID"].output} for an id with dots`,
      );
    case "step":
      return stepOutput(reference.text, own(values.outputs, reference.step));
    case "name":
      return namedValue(reference.name, values);
  }
}

/** Puts values in the place of references; words that name nothing stay, since authors use braces for their own. */
export function fillReferences(text: string, values: ReferenceValues, warn: (warning: string) => void): string {
  let filled = "";
  let from = 0;
  for (const reference of findReferences(text)) {
    const resolved = resolveReference(reference, values);
    if (resolved === null) continue;
    if (resolved.warning !== undefined) warn(resolved.warning);
    filled += text.slice(from, reference.start) + resolved.value;
    from = reference.end;
  }
  return filled + text.slice(from);
}

function namedValue(name: string, { params, iter, maxIter }: ReferenceValues): Resolved | null {
  if (name === "iter" && iter !== undefined) return { value: iter };
  if (name === "max_iter" && maxIter !== undefined) return { value: maxIter };
  const value = own(params, name);
  return value === undefined ? null : { value };
}

function stepOutput(text: string, output: StepValue | undefined): Resolved {
  if (output === undefined) return refuse(`${text} names no step that has finished`);
  if (output.skipped === true) return { value: "", warning: `${text} is empty: the step was skipped` };
  return { value: output.text };
}

/** Ids may be `constructor` or `toString`. */
function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
