import { attributesOfKind } from "../ast/attributes.ts";
import type { Element, ElementKind } from "../ast/nodes.ts";

const valueOfParam = ["name"] as const;

/** Attributes that a definition cannot have, each an error of its own (language.md 4.5). */
export const excludedByDefine = ["ref", "interface", "impl", "retries", "timeout", "policy", "on-failure"] as const;

/** Attributes that a `ref` excludes (language.md 4.2). */
export const excludedByReference = ["interface", "impl", "define", "name"] as const;

/** Not attributes of the element, but reported by a rule that says more than "unknown". */
const reportedElsewhere: Partial<Record<ElementKind, readonly string[]>> = {
  invocation: ["define", "ref", "extends"],
  usage: [...excludedByReference, "extends"],
  reference: [...excludedByReference, "extends"],
  interface: excludedByDefine,
  implementation: [...excludedByDefine, "extends"],
  contract: excludedByDefine,
  tool: ["on-failure"],
};

/** The attributes an element may have; a `<param>` that gives a value has only its name. */
export function attributeNames(element: Element, declares: boolean): readonly string[] {
  return element.kind === "param" && !declares ? valueOfParam : attributesOfKind[element.kind];
}

/** Whether a rule of its own reports the attribute, so that it is not called unknown as well. */
export function isReportedElsewhere(element: Element, name: string): boolean {
  return reportedElsewhere[element.kind]?.includes(name) ?? false;
}
