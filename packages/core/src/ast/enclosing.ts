import type { Document, Element } from "./nodes.ts";

/** The innermost element around another that is one of those asked for; null where there is none. */
export type Enclosing = (element: Element) => Element | null;

/** Looks once through a document, so that no rule has to climb. */
export function enclosing({ elements }: Document, isOne: (element: Element) => boolean): Enclosing {
  const around: (Element | null)[] = [];
  const innermost = ({ index }: Element) => around[index] ?? null;
  for (const { parent } of elements) around.push(parent === null || isOne(parent) ? parent : innermost(parent));
  return innermost;
}

export function isSkill({ tag }: Element): boolean {
  return tag === "skill";
}

export function isDefinition({ kind }: Element): boolean {
  return kind === "interface" || kind === "implementation" || kind === "contract";
}
