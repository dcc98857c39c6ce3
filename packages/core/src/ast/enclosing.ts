import type { Document, Element } from "./nodes.ts";

/** The innermost element around another that is one of those asked for; null where there is none. */
export type Enclosing = (element: Element) => Element | null;

/** Looks through a document once, when it is first asked, so that no rule has to climb. */
export function enclosing({ elements }: Document, isOne: (element: Element) => boolean): Enclosing {
  let found: readonly (Element | null)[] | null = null;
  return ({ index }) => {
    found ??= innermostAround(elements, isOne);
    return found[index] ?? null;
  };
}

function innermostAround(elements: readonly Element[], isOne: (element: Element) => boolean): (Element | null)[] {
  const around = new Array<Element | null>(elements.length).fill(null);
  for (const { index, parent } of elements) {
    if (parent !== null) around[index] = isOne(parent) ? parent : (around[parent.index] ?? null);
  }
  return around;
}

export function isSkill({ tag }: Element): boolean {
  return tag === "skill";
}

export function isDefinition({ kind }: Element): boolean {
  return kind === "interface" || kind === "implementation" || kind === "contract";
}
