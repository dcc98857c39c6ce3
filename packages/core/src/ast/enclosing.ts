import type { Document, Element } from "./nodes.ts";

/** By `Element.index`, the innermost element around each that is one of these; one pass, so that no rule has to climb. */
export function enclosing({ elements }: Document, isOne: (element: Element) => boolean): (Element | null)[] {
  const around: (Element | null)[] = [];
  for (const { parent } of elements)
    around.push(parent === null || isOne(parent) ? parent : (around[parent.index] ?? null));
  return around;
}

export function isSkill({ tag }: Element): boolean {
  return tag === "skill";
}

export function isDefinition({ kind }: Element): boolean {
  return kind === "interface" || kind === "implementation" || kind === "contract";
}
