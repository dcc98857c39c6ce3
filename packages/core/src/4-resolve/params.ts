import { enclosing, isSkill } from "../ast/enclosing.ts";
import { attribute, type Document, type Element } from "../ast/nodes.ts";
import { textOf } from "../ast/text-of.ts";

/** One `<param>` of an invocation: the value is its text, as written (language.md 4.1). */
export interface ParamValue {
  readonly name: string;
  readonly value: string;
  readonly element: Element;
}

/** The params of each invocation and usage: each belongs to the nearest one around it; of a repeated name the first counts. */
export function paramsOf(document: Document): ReadonlyMap<Element, ReadonlyMap<string, ParamValue>> {
  const skillAround = enclosing(document, isSkill);
  const params = new Map<Element, Map<string, ParamValue>>();
  for (const element of document.elements) {
    const owner = skillAround(element);
    const name = attribute(element, "name") ?? "";
    if (element.kind !== "param" || name === "" || (owner?.kind !== "invocation" && owner?.kind !== "usage")) continue;
    const given = params.get(owner) ?? new Map<string, ParamValue>();
    if (!given.has(name)) given.set(name, { name, value: textOf(document, element), element });
    params.set(owner, given);
  }
  return params;
}
